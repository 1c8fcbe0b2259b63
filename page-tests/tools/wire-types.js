// Writes the wire types as TypeScript declarations: one type for each definition of the JSON Schema,
// all in the ambient namespace `Wire`, so that the JSDoc of the page names them without an import.
//
// Fields "of any other name" (`additionalProperties` beside `properties`) are left out. An index
// signature would accept every misspelt field; the page reads such fields with `Object.entries`.
//
// usage: node tools/wire-types.js SCHEMA OUTPUT

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const PRIMITIVES = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The declarations for a schema, as text. */
export function declarations(schema) {
  const types = Object.entries(schema.$defs).map(
    ([name, definition]) => `${comment(definition, "    ")}    type ${name} = ${type(definition, "    ")};\n`,
  );
  return `// Made from the wire schema; do not edit.\ndeclare namespace Wire {\n${types.join("\n")}}\n`;
}

function type(schema, indent) {
  if (schema === true || Object.keys(schema).every((key) => key === "description")) {
    return "unknown";
  }
  if ("$ref" in schema) {
    return schema.$ref.replace("#/$defs/", "");
  }
  if ("const" in schema) {
    return JSON.stringify(schema.const);
  }
  if ("enum" in schema) {
    return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    return [...new Set(alternatives.map((one) => type(one, indent)))].join(" | ");
  }
  return structure(schema, indent);
}

function structure(schema, indent) {
  if (Array.isArray(schema.type)) {
    return schema.type.map((one) => type({ ...schema, type: one }, indent)).join(" | ");
  }
  if (schema.type === "array") {
    return array(schema, indent);
  }
  if (schema.type === "object") {
    return object(schema, indent);
  }
  const primitive = PRIMITIVES[schema.type];
  if (!primitive) {
    throw new Error(`the generator does not know this schema: ${JSON.stringify(schema)}`);
  }
  return primitive;
}

function array(schema, indent) {
  if (schema.prefixItems) {
    return `[${schema.prefixItems.map((item) => type(item, indent)).join(", ")}]`;
  }
  return `(${type(schema.items ?? true, indent)})[]`;
}

function object(schema, indent) {
  const required = new Set(schema.required ?? []);
  const inner = `${indent}    `;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    const optional = required.has(name) ? "" : "?";
    return `${comment(field, inner)}${inner}${key}${optional}: ${type(field, inner)};\n`;
  });
  if (fields.length > 0) {
    return `{\n${fields.join("")}${indent}}`;
  }
  const values = schema.additionalProperties;
  return values ? `Record<string, ${type(values, indent)}>` : "Record<string, never>";
}

function comment(schema, indent) {
  return schema.description ? `${indent}/** ${schema.description.replaceAll("*/", "* /")} */\n` : "";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [input, output] = process.argv.slice(2);
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, declarations(JSON.parse(readFileSync(input, "utf8"))));
}
