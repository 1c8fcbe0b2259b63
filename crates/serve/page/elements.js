// @ts-check
/**
 * Makes elements from script. Text always becomes a text node, so nothing that comes from a board, a file or a link
 * can become markup; the Content-Security-Policy forbids inline styles and scripts besides.
 */

/** @typedef {Node | string | number | null | undefined | false} Leaf */
/** @typedef {Leaf | Leaf[] | Leaf[][]} Child */
/**
 * Attributes of an element. `class`, `id`, `href`, … are set as attributes; `true` sets an empty one, `false`, `null`
 * and `undefined` leave it out. A function under `onNAME` listens to NAME. `style` is an object of properties, `data`
 * an object of data attributes, `value` and `checked` set the property.
 * @typedef {Record<string, unknown>} Attributes
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Attributes | null | undefined} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), /** @type {EventListener} */ (value));
    } else if (name === "style") {
      const style = /** @type {HTMLElement} */ (element).style;
      for (const [property, text] of Object.entries(/** @type {object} */ (value))) {
        style.setProperty(property, String(text));
      }
    } else if (name === "data") {
      for (const [key, text] of Object.entries(/** @type {object} */ (value))) {
        /** @type {HTMLElement} */ (element).dataset[key] = String(text);
      }
    } else if (name === "value" || name === "checked") {
      /** @type {any} */ (element)[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * Appends children to a node; nothing for null, undefined and false.
 * @param {Node} node
 * @param {Child[]} children
 */
export function append(node, ...children) {
  for (const child of /** @type {Leaf[]} */ (children.flat(3))) {
    if (child === null || child === undefined || child === false) continue;
    node.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Makes an HTML element: `h("p", {class: "quiet"}, "text", h("b", null, "more"))`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  append(element, ...children);
  // After the children, since the value of a `select` needs its options.
  setAttributes(element, attributes);
  return element;
}

/**
 * Makes an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  append(element, ...children);
  setAttributes(element, attributes);
  return element;
}

/**
 * Replaces everything in a node.
 * @param {Element} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, ...children);
}

/**
 * The element with this id, which index.html has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element with the id ${id}`);
  return element;
}

/**
 * A small hexagon with a sign in it: the motif of the page. It is decoration, so screen readers skip it.
 * @param {string} [name] class of the element
 * @returns {SVGSVGElement}
 */
export function hexagon(name = "hexagon") {
  const shape = s("polygon", { points: "0,-10 8.66,-5 8.66,5 0,10 -8.66,5 -8.66,-5" });
  return s("svg", { class: name, viewBox: "-9.5 -10.8 19 21.6", "aria-hidden": "true" }, shape);
}
