// @ts-check
/**
 * A GIF encoder: one palette of up to 256 colours for all frames, LZW as in GIF89a. Pictures of boards have few
 * colours besides the smooth edges of shapes, so colours are rounded to 5 bits a channel and the frequent ones kept.
 *
 * Cost: linear in the pixels.
 */

/** Grows as bytes are written. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  length = 0;

  /** @param {number} value */
  byte(value) {
    if (this.length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.length++] = value;
  }

  /** @param {number} value */
  short(value) {
    this.byte(value & 255);
    this.byte((value >> 8) & 255);
  }

  /** @param {string} text */
  ascii(text) {
    for (let at = 0; at < text.length; at += 1) this.byte(text.charCodeAt(at));
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  taken() {
    return this.#bytes.slice(0, this.length);
  }
}

/**
 * @param {Uint8ClampedArray} data
 * @param {number} at
 */
function rounded(data, at) {
  return ((data[at] ?? 0) >> 3 << 10) | ((data[at + 1] ?? 0) >> 3 << 5) | ((data[at + 2] ?? 0) >> 3);
}

/**
 * The 256 most frequent colours, and the nearest of them for every colour.
 * @param {ImageData[]} frames
 */
function palette(frames) {
  const often = new Uint32Array(1 << 15);
  const exact = new Uint32Array(1 << 15);
  for (const { data } of frames) {
    for (let at = 0; at < data.length; at += 4) {
      const key = rounded(data, at);
      often[key] = (often[key] ?? 0) + 1;
      exact[key] = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    }
  }
  const keys = [...often.keys()].filter((key) => often[key]).sort((a, b) => (often[b] ?? 0) - (often[a] ?? 0));
  const colours = keys.slice(0, 256).map((key) => exact[key] ?? 0);
  const nearest = new Uint8Array(1 << 15);
  for (const key of keys) nearest[key] = nearestOf(colours, exact[key] ?? 0);
  return { colours, nearest };
}

/**
 * @param {number[]} colours
 * @param {number} colour
 */
function nearestOf(colours, colour) {
  let best = 0;
  let least = Infinity;
  colours.forEach((other, index) => {
    const red = (other >> 16) - (colour >> 16);
    const green = ((other >> 8) & 255) - ((colour >> 8) & 255);
    const blue = (other & 255) - (colour & 255);
    const distance = red * red + green * green + blue * blue;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}

/**
 * LZW with codes of 9 to 12 bits, in blocks of up to 255 bytes.
 * @param {Bytes} out
 * @param {Uint8Array} pixels
 */
function compress(out, pixels) {
  const CLEAR = 256;
  /** @type {number[]} */
  let block = [];
  let bits = 0;
  let held = 0;
  let width = 9;
  let next = 258;
  let table = new Map();
  const flush = () => {
    out.byte(block.length);
    block.forEach((value) => out.byte(value));
    block = [];
  };
  /** @param {number} code */
  const emit = (code) => {
    bits |= code << held;
    for (held += width; held >= 8; held -= 8, bits >>>= 8) {
      block.push(bits & 255);
      if (block.length === 255) flush();
    }
  };
  out.byte(8);
  emit(CLEAR);
  let prefix = pixels[0] ?? 0;
  for (let at = 1; at < pixels.length; at += 1) {
    const pixel = pixels[at] ?? 0;
    const key = (prefix << 8) | pixel;
    const code = table.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    emit(prefix);
    if (next === 4096) {
      emit(CLEAR);
      [table, next, width] = [new Map(), 258, 9];
    } else {
      if (next === 1 << width) width += 1;
      table.set(key, next);
      next += 1;
    }
    prefix = pixel;
  }
  emit(prefix);
  if (next === 1 << width && width < 12) width += 1;
  emit(CLEAR + 1);
  if (held > 0) block.push(bits & 255);
  if (block.length > 0) flush();
  out.byte(0);
}

/**
 * @param {ImageData[]} frames all of the same size
 * @param {number} delay hundredths of a second between frames; the last one stays longer
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function encodeGif(frames, delay) {
  const first = frames[0];
  if (!first) throw new Error("a GIF needs a frame");
  const { colours, nearest } = palette(frames);
  const out = new Bytes();
  out.ascii("GIF89a");
  out.short(first.width);
  out.short(first.height);
  out.byte(0xf7);
  out.short(0);
  for (let index = 0; index < 256; index += 1) {
    const colour = colours[index] ?? 0;
    [colour >> 16, (colour >> 8) & 255, colour & 255].forEach((channel) => out.byte(channel));
  }
  out.ascii("!\xff\x0bNETSCAPE2.0\x03\x01");
  out.short(0);
  out.byte(0);
  frames.forEach((frame, index) => {
    out.ascii("!\xf9\x04\x04");
    out.short(index === frames.length - 1 ? delay * 8 : delay);
    out.short(0);
    out.ascii(",");
    [0, 0, first.width, first.height].forEach((value) => out.short(value));
    out.byte(0);
    const pixels = new Uint8Array(first.width * first.height);
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = nearest[rounded(frame.data, at * 4)] ?? 0;
    compress(out, pixels);
  });
  out.byte(0x3b);
  return out.taken();
}
