// @ts-check
// The objective and the bound over time, as an SVG chart with a table behind it.
//
// Both are step functions: a value holds until the next one. The incumbent is a solid line with
// dots, the bound a dashed one with squares, so that they differ without colour.

import { h, s } from "./elements.js";
import { duration, plain } from "./job-model.js";

/**
 * @typedef {{at: number, value: number}} Point
 * @typedef {{name: string, kind: "objective"|"bound", points: Point[]}} Series
 */

const BOX = { width: 320, height: 150, left: 46, right: 10, top: 10, bottom: 24 };

/**
 * A figure with the chart and its table; null if there is nothing to be seen.
 * @param {Series[]} series
 * @param {number} seconds the end of the time axis
 * @returns {HTMLElement|null}
 */
export function chart(series, seconds) {
  const shown = series.filter((one) => one.points.length > 0);
  if (shown.length === 0) {
    return null;
  }
  const values = shown.flatMap((one) => one.points.map((point) => point.value));
  const scale = scales(Math.min(...values), Math.max(...values), Math.max(seconds, 0.001));
  const picture = s("svg", {
    class: "chart", viewBox: `0 0 ${BOX.width} ${BOX.height}`, role: "img",
    "aria-label": `${shown.map((one) => one.name).join(" and ")} over time; the table below has the numbers`,
  }, [...axes(scale), ...shown.flatMap((one) => curve(one, scale))]);
  return h("figure", { class: "chart-figure" }, [
    picture,
    h("figcaption", {}, shown.map((one) => h("span", { class: `key key-${one.kind}` }, [one.name]))),
    table(shown),
  ]);
}

/**
 * @typedef {{x: (at: number) => number, y: (value: number) => number, ticks: number[], seconds: number}} Scale
 * @param {number} least
 * @param {number} most
 * @param {number} seconds
 * @returns {Scale}
 */
function scales(least, most, seconds) {
  const span = most - least || 1;
  const low = least - span * 0.06;
  const high = most + span * 0.06;
  const width = BOX.width - BOX.left - BOX.right;
  const height = BOX.height - BOX.top - BOX.bottom;
  return {
    x: (at) => BOX.left + (Math.min(at, seconds) / seconds) * width,
    y: (value) => BOX.top + ((high - value) / (high - low)) * height,
    ticks: ticks(least, most),
    seconds,
  };
}

/**
 * Up to five round numbers in a range.
 * @param {number} least
 * @param {number} most
 */
function ticks(least, most) {
  if (least === most) {
    return [least];
  }
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough);
  /** @type {number[]} */
  const found = [];
  for (let value = Math.ceil(least / step) * step; value <= most; value += step) {
    found.push(value);
  }
  return found;
}

/** @param {Scale} scale */
function axes(scale) {
  const base = BOX.height - BOX.bottom;
  const lines = scale.ticks.flatMap((value) => [
    s("line", { class: "rule", x1: BOX.left, x2: BOX.width - BOX.right, y1: scale.y(value), y2: scale.y(value) }),
    s("text", { class: "tick", x: BOX.left - 5, y: scale.y(value) + 3, "text-anchor": "end" }, [plain(value)]),
  ]);
  const times = [0, 0.5, 1].map((share) => s("text", {
    class: "tick", x: scale.x(share * scale.seconds), y: base + 15,
    "text-anchor": share === 0 ? "start" : share === 1 ? "end" : "middle",
  }, [share === 0 ? "0 s" : duration(share * scale.seconds)]));
  return [...lines, s("line", { class: "axis", x1: BOX.left, x2: BOX.width - BOX.right, y1: base, y2: base }), ...times];
}

/**
 * @param {Series} series
 * @param {Scale} scale
 */
function curve(series, scale) {
  /** @type {string[]} */
  const path = [];
  series.points.forEach((point, index) => {
    const x = scale.x(point.at).toFixed(1);
    const y = scale.y(point.value).toFixed(1);
    path.push(index === 0 ? `M${x} ${y}` : `H${x}V${y}`);
  });
  path.push(`H${scale.x(scale.seconds).toFixed(1)}`);
  const line = s("path", { class: `line line-${series.kind}`, d: path.join("") });
  const dots = series.points.slice(-200).map((point) => dot(series.kind, scale.x(point.at), scale.y(point.value)));
  return [line, ...dots];
}

/**
 * @param {"objective"|"bound"} kind
 * @param {number} x
 * @param {number} y
 */
function dot(kind, x, y) {
  return kind === "objective"
    ? s("circle", { class: `dot dot-${kind}`, cx: x.toFixed(1), cy: y.toFixed(1), r: 2.6 })
    : s("rect", { class: `dot dot-${kind}`, x: (x - 2.3).toFixed(1), y: (y - 2.3).toFixed(1), width: 4.6, height: 4.6 });
}

/** @param {Series[]} series */
function table(series) {
  const rows = series.flatMap((one) => one.points.map((point) => ({ ...point, name: one.name })));
  rows.sort((one, other) => one.at - other.at);
  return h("details", { class: "chart-table" }, [
    h("summary", {}, ["The numbers"]),
    h("table", {}, [
      h("thead", {}, [h("tr", {}, ["time", "what", "value"].map((word) => h("th", { scope: "col" }, [word])))]),
      h("tbody", {}, rows.slice(-200).map((row) => h("tr", {}, [
        h("td", {}, [duration(row.at)]), h("td", {}, [row.name]), h("td", {}, [row.value.toLocaleString("en")]),
      ]))),
    ]),
  ]);
}
