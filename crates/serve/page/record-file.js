// @ts-check
/**
 * The records of the static site: one text file, in which a line `=== NAME` begins each record. They are not in the
 * WebAssembly module, which must be there before anything works.
 */

/** @type {Promise<Map<string, string>> | null} */
let loading = null;

async function load() {
  const response = await fetch("records.txt");
  if (!response.ok) throw new Error("the file of the records is not there");
  const parts = (await response.text()).split(/^=== (.*)\n/m);
  const texts = new Map();
  for (let at = 1; at < parts.length; at += 2) texts.set(parts[at], parts[at + 1]);
  return texts;
}

/**
 * The texts of all records by name.
 * @returns {Promise<Map<string, string>>}
 */
export function recordTexts() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * @param {string} name
 * @returns {Promise<string | null>}
 */
export async function recordText(name) {
  return (await recordTexts()).get(name) ?? null;
}

/**
 * The line about a record, as the program writes it: what its comments claim, and what the verifier says.
 * @param {string} name
 * @param {string} text
 * @param {{type: string, data: any}} checked the answer to `check`
 */
export function recordLine(name, text, checked) {
  const { type, data } = checked;
  if (type !== "result") return { type: "result", schema: 1, data: { record: name, ok: false, problem: data.message } };
  /** @param {string} field */
  const comment = (field) => new RegExp(`^# ${field}: (.*)$`, "m").exec(text)?.[1] ?? null;
  const { family: _, complete, violations, breakdowns, ok, ...numbers } = data;
  const claims = { claim: comment("claim"), command: comment("command"), date: comment("date"), version: comment("version") };
  return { type: "result", schema: 1, data: { record: name, ok: ok && complete, ...claims, ...numbers } };
}
