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

/**
 * The numbers of a viewBox.
 * @param {Element} picture
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function viewBoxOf(picture) {
  const [x, y, width, height] = (picture.getAttribute("viewBox") ?? "0 0 100 100").split(/[\s,]+/).map(Number);
  return { x, y, width, height };
}

/** Whether the picture shows a board, whose cells an overlay can meet. @param {Element} picture */
export function showsBoard(picture) {
  return picture.querySelector("use[href='#hex']") !== null;
}
