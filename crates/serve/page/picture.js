// @ts-check
// Pictures that came as text: parsed, cleaned, adopted into this page.

/**
 * A picture as an element of this page, or null if the text is no SVG. Scripts, event handlers
 * and foreign content are left out: a picture needs none.
 * @param {string} text
 * @returns {SVGSVGElement|null}
 */
export function parsePicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const root = parsed.documentElement;
  if (root.localName !== "svg" || parsed.querySelector("parsererror")) {
    return null;
  }
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (element.localName === "script" || element.localName === "foreignObject") {
      element.remove();
      continue;
    }
    for (const name of element.getAttributeNames()) {
      if (name.startsWith("on") || name === "style") {
        element.removeAttribute(name);
      }
    }
  }
  root.removeAttribute("width");
  root.removeAttribute("height");
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/** A longer picture is shown as an image: its elements would cost more than they give. */
const LONGEST = 400_000;

/**
 * @typedef {object} Shown
 * @property {Element} element
 * @property {string} viewBox
 * @property {number} ratio of width and height
 * @property {boolean} board whether it shows a board, whose cells an overlay can meet
 */

/**
 * A picture as something that can be put on the page, or null if the text is no SVG.
 * @param {string} text
 * @returns {Shown|null}
 */
export function showPicture(text) {
  const board = text.includes('href="#hex"');
  if (text.length > LONGEST) {
    const viewBox = /^[^>]*\bviewBox="([^"]*)"/.exec(text)?.[1];
    return viewBox === undefined ? null : { element: image(text), viewBox, ratio: ratioOf(viewBox), board };
  }
  const element = parsePicture(text);
  const viewBox = element?.getAttribute("viewBox");
  return element && viewBox ? { element, viewBox, ratio: ratioOf(viewBox), board } : null;
}

/** @param {string} viewBox */
function ratioOf(viewBox) {
  const [, , width = 1, height = 1] = viewBox.split(/[\s,]+/).map(Number);
  return width / height;
}

/** @param {string} text */
function image(text) {
  const element = new Image();
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  const free = () => URL.revokeObjectURL(address);
  element.alt = "";
  element.addEventListener("load", free);
  element.addEventListener("error", free);
  element.src = address;
  return element;
}
