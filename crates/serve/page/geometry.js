// @ts-check
// Axial coordinates of a hexagonal board, and where its cells lie in every picture.
//
// The pictures share one geometry: pointy cells of side 20 whose centre lies at
// x = 34.641016 · (q + r/2), y = 30 · r. So an overlay with the same viewBox meets every cell.

/** @typedef {[number, number]} Cell */
/** @typedef {"east"|"northeast"|"northwest"|"west"|"southwest"|"southeast"} Direction */

export const WIDTH = 34.641016;
export const HEIGHT = 30;
export const SIDE = 20;

/** @type {Record<Direction, Cell>} */
export const STEPS = {
  east: [1, 0],
  northeast: [1, -1],
  northwest: [0, -1],
  west: [-1, 0],
  southwest: [-1, 1],
  southeast: [0, 1],
};

/** @param {Cell} cell */
export function keyOf(cell) {
  return `${cell[0]},${cell[1]}`;
}

/**
 * The cell of a key.
 * @param {string} key
 * @returns {Cell}
 */
export function cellOf(key) {
  const [q = 0, r = 0] = key.split(",").map(Number);
  return [q, r];
}

/**
 * @param {Cell|null|undefined} one
 * @param {Cell|null|undefined} other
 */
export function sameCell(one, other) {
  return Boolean(one && other && one[0] === other[0] && one[1] === other[1]);
}

/**
 * @param {Cell} cell
 * @param {number} order
 */
export function isOnBoard([q, r], order) {
  return Math.abs(q) < order && Math.abs(r) < order && Math.abs(q + r) < order;
}

/**
 * The cells of a row from the left to the right.
 * @param {number} order
 * @param {number} r
 * @returns {Cell[]}
 */
export function rowCells(order, r) {
  /** @type {Cell[]} */
  const cells = [];
  for (let q = Math.max(1 - order, 1 - order - r); q <= Math.min(order - 1, order - 1 - r); q += 1) {
    cells.push([q, r]);
  }
  return cells;
}

/**
 * All cells, row by row from the top.
 * @param {number} order
 * @returns {Cell[]}
 */
export function boardCells(order) {
  /** @type {Cell[]} */
  const cells = [];
  for (let r = 1 - order; r < order; r += 1) {
    cells.push(...rowCells(order, r));
  }
  return cells;
}

/** @param {number} order */
export function cellCount(order) {
  return 3 * order * (order - 1) + 1;
}

/**
 * The centre of a cell in user units of the picture.
 * @param {Cell} cell
 */
export function centreOf([q, r]) {
  return { x: WIDTH * (q + r / 2), y: HEIGHT * r };
}

/**
 * The cell at a point in user units; it may lie outside the board.
 * @param {number} x
 * @param {number} y
 * @returns {Cell}
 */
export function cellAt(x, y) {
  const r = y / HEIGHT;
  const q = x / WIDTH - r / 2;
  let roundQ = Math.round(q);
  let roundR = Math.round(r);
  const roundS = Math.round(-q - r);
  const errorQ = Math.abs(roundQ - q);
  const errorR = Math.abs(roundR - r);
  const errorS = Math.abs(roundS + q + r);
  if (errorQ > errorR && errorQ > errorS) {
    roundQ = -roundR - roundS;
  } else if (errorR > errorS) {
    roundR = -roundQ - roundS;
  }
  return [roundQ + 0, roundR + 0];
}

/**
 * The corners of a cell as the `points` of a polygon; `scale` 1 is the full cell.
 * @param {Cell} cell
 * @param {number} [scale]
 */
export function corners(cell, scale = 1) {
  const { x, y } = centreOf(cell);
  const half = (WIDTH / 2) * scale;
  const side = SIDE * scale;
  return [
    [0, -side], [half, -side / 2], [half, side / 2],
    [0, side], [-half, side / 2], [-half, -side / 2],
  ].map(([dx, dy]) => `${(x + dx).toFixed(2)},${(y + dy).toFixed(2)}`).join(" ");
}

/**
 * The neighbour in a direction, or null at the boundary.
 * @param {Cell} cell
 * @param {Direction} direction
 * @param {number} order
 * @returns {Cell|null}
 */
export function neighbour(cell, direction, order) {
  const step = STEPS[direction];
  /** @type {Cell} */
  const next = [cell[0] + step[0], cell[1] + step[1]];
  return isOnBoard(next, order) ? next : null;
}

/**
 * Whether two cells share a side.
 * @param {Cell} one
 * @param {Cell} other
 */
export function areNeighbours(one, other) {
  return Object.values(STEPS).some(([q, r]) => one[0] + q === other[0] && one[1] + r === other[1]);
}

/**
 * The cells on a straight line between two cells, the first left out; so a fast drag skips none.
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Cell[]}
 */
export function lineBetween(from, to) {
  const steps = Math.max(
    Math.abs(to[0] - from[0]),
    Math.abs(to[1] - from[1]),
    Math.abs(to[0] + to[1] - from[0] - from[1]),
  );
  const start = centreOf(from);
  const end = centreOf(to);
  /** @type {Cell[]} */
  const cells = [];
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    cells.push(cellAt(start.x + (end.x - start.x) * share + 1e-6, start.y + (end.y - start.y) * share + 2e-6));
  }
  return cells;
}
