// @ts-check
/**
 * Pictures by canvas, for the static life: PNG, and GIF of a move sequence.
 */

import { askOne, Refused } from "./interface.js";
import { encodeGif } from "./gif.js";

/** @typedef {import("./types.js").Interface} Interface */
/** @typedef {import("./types.js").Request} Request */

/** No side of a picture is longer than this, in pixels. */
const LARGEST = 4096;
/** A GIF has at most so many pictures, and no side longer than this. */
const MOST_FRAMES = 400;
const LARGEST_FRAME = 640;

/**
 * Draws SVG on a canvas.
 * @param {string} svg
 * @param {number} scale
 * @param {number} largest
 * @returns {Promise<HTMLCanvasElement>}
 */
async function paint(svg, scale, largest) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const fit = Math.min(scale, largest / Math.max(image.naturalWidth, image.naturalHeight, 1));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * fit));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * fit));
    context(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {HTMLCanvasElement} canvas */
function context(canvas) {
  const found = canvas.getContext("2d", { willReadFrequently: true });
  if (!found) throw new Refused({ message: "this browser has no canvas" });
  return found;
}

/**
 * @param {Interface} interface_
 * @param {Request} request
 * @returns {Promise<Blob>}
 */
export async function paintPng(interface_, request) {
  const { picture } = await askOne(interface_, { ...request, verb: "draw", format: "svg" });
  const canvas = await paint(String(picture), 3, LARGEST);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Refused({ message: "the picture is too large" }))));
  });
}

/**
 * @param {Interface} interface_
 * @param {Request} request
 * @returns {Promise<Blob>}
 */
export async function paintGif(interface_, request) {
  const { steps } = await askOne(interface_, { verb: "look", text: request["text"] });
  if (typeof steps !== "number") throw new Refused({ message: "a GIF needs a solution that is a sequence of moves" });
  const stride = Math.max(1, Math.ceil(steps / MOST_FRAMES));
  /** @type {ImageData[]} */
  const frames = [];
  for (let step = 0; step <= steps; step = step < steps ? Math.min(steps, step + stride) : steps + 1) {
    const { picture } = await askOne(interface_, { ...request, verb: "draw", format: "svg", step });
    const canvas = await paint(String(picture), 1, LARGEST_FRAME);
    frames.push(context(canvas).getImageData(0, 0, canvas.width, canvas.height));
  }
  return new Blob([encodeGif(frames, 30)], { type: "image/gif" });
}
