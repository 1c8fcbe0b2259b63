// Makes a WebAssembly module trap on demand, without test code in the module or in the page.
//
// `guard(bytes, name, least)` returns the module with one more function, exported under `name` in the
// place of the function that was: it traps if its second argument (the length of a request) is `least`
// or more, and calls the old function otherwise. So a long request fails and the next short one works.

const FUNCTION_SECTION = 3;
const EXPORT_SECTION = 7;
const CODE_SECTION = 10;
const IMPORT_SECTION = 2;
const KIND_FUNCTION = 0;

/** The module with a guarded export; the exported function must take two 32-bit numbers. */
export function guard(bytes, name, least) {
  const sections = read(bytes);
  const body = (id) => sections.find((section) => section.id === id).body;
  const imported = importedFunctions(body(IMPORT_SECTION));
  const types = list(body(FUNCTION_SECTION), (reader) => reader.unsigned());
  const target = exports(body(EXPORT_SECTION)).find((entry) => entry.name === name && entry.kind === KIND_FUNCTION);
  if (!target || target.index < imported) {
    throw new Error(`the module exports no function ${name} of its own`);
  }
  const added = imported + types.length;
  const changed = {
    [FUNCTION_SECTION]: appended(body(FUNCTION_SECTION), unsigned(types[target.index - imported])),
    [EXPORT_SECTION]: redirected(body(EXPORT_SECTION), target, added),
    [CODE_SECTION]: appended(body(CODE_SECTION), guarded(target.index, least)),
  };
  const parts = sections.map(({ id, body: old }) => {
    const now = changed[id] ?? old;
    return Buffer.concat([Buffer.from([id]), unsigned(now.length), now]);
  });
  return Buffer.concat([bytes.subarray(0, 8), ...parts]);
}

/** `if (length >= least) trap; return old(pointer, length)`, as a function body with its size. */
function guarded(old, least) {
  const code = Buffer.concat([
    Buffer.from([0x00]), // no locals
    Buffer.from([0x20, 0x01, 0x41]), // local.get 1, i32.const
    signed(least),
    Buffer.from([0x4f, 0x04, 0x40, 0x00, 0x0b]), // i32.ge_u, if, unreachable, end
    Buffer.from([0x20, 0x00, 0x20, 0x01, 0x10]), // local.get 0, local.get 1, call
    unsigned(old),
    Buffer.from([0x0b]),
  ]);
  return Buffer.concat([unsigned(code.length), code]);
}

/** Reads numbers and names of the binary format. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  byte() {
    this.at += 1;
    return this.bytes[this.at - 1];
  }

  unsigned() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        return value;
      }
    }
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  name() {
    return this.take(this.unsigned()).toString("utf8");
  }
}

function read(bytes) {
  const reader = new Reader(bytes);
  reader.take(8);
  const sections = [];
  while (reader.at < bytes.length) {
    const id = reader.byte();
    sections.push({ id, body: reader.take(reader.unsigned()) });
  }
  return sections;
}

function list(body, item) {
  const reader = new Reader(body);
  return Array.from({ length: reader.unsigned() }, () => item(reader));
}

function importedFunctions(body) {
  const kinds = list(body, (reader) => {
    reader.name();
    reader.name();
    const kind = reader.byte();
    if (kind !== KIND_FUNCTION) {
      throw new Error("the module imports something else than functions");
    }
    return reader.unsigned();
  });
  return kinds.length;
}

function exports(body) {
  return list(body, (reader) => {
    const name = reader.name();
    const kind = reader.byte();
    const from = reader.at;
    const index = reader.unsigned();
    return { name, kind, index, from, to: reader.at };
  });
}

function redirected(body, entry, index) {
  return Buffer.concat([body.subarray(0, entry.from), unsigned(index), body.subarray(entry.to)]);
}

function appended(body, item) {
  const reader = new Reader(body);
  const count = reader.unsigned();
  return Buffer.concat([unsigned(count + 1), body.subarray(reader.at), item]);
}

function unsigned(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) {
      return Buffer.from([...bytes, rest]);
    }
    bytes.push((rest % 128) | 0x80);
  }
}

function signed(value) {
  const bytes = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f;
    if (rest >> 7 === 0 && low < 64) {
      return Buffer.from([...bytes, low]);
    }
    bytes.push(low | 0x80);
  }
}
