// Writes src/api/schema.ts: the types of what the server answers, from its own
// description (src/api/v1/openapi.json).
//
//   node api_types.mjs          writes it
//   node api_types.mjs --check  fails when it is not what the description says
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const described = process.env.CURLEW_OPENAPI ??
  path.join(here, "../src/api/v1/openapi.json");
const written = path.join(here, "src/api/schema.ts");
const document = JSON.parse(fs.readFileSync(described, "utf8"));

const nameOf = (ref) => ref.split("/").pop().replace(/[^A-Za-z0-9_]/g, "_");

function typeOf(schema, indent) {
  if (schema === undefined || schema === true) return "unknown";
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  for (const [word, sign] of [["oneOf", " | "], ["anyOf", " | "], ["allOf", " & "]]) {
    if (schema[word]) {
      const parts = schema[word].map((each) => typeOf(each, indent));
      if (schema.properties) parts.push(objectOf(schema, indent));
      return parts.map((each) => (each.includes("|") ? `(${each})` : each)).join(sign);
    }
  }
  const types = [schema.type ?? (schema.properties ? "object" : undefined)].flat();
  return types.map((type) => plain(type, schema, indent)).join(" | ");
}

function plain(type, schema, indent) {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    case "array": {
      if (schema.prefixItems) {
        return `[${schema.prefixItems.map((each) => typeOf(each, indent)).join(", ")}]`;
      }
      // Pairs, such as the marks of a text.
      if (schema.minItems !== undefined && schema.minItems === schema.maxItems &&
          schema.minItems < 5) {
        return `[${Array(schema.minItems).fill(typeOf(schema.items, indent)).join(", ")}]`;
      }
      const item = typeOf(schema.items, indent);
      return /[|&]/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case "object":
      return objectOf(schema, indent);
    default:
      return "unknown";
  }
}

function objectOf(schema, indent) {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const values = schema.additionalProperties;
    return `Record<string, ${values && values !== true ? typeOf(values, indent) : "unknown"}>`;
  }
  const required = new Set(schema.required ?? []);
  const deeper = `${indent}  `;
  const lines = properties.map(([name, each]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${deeper}${key}${required.has(name) ? "" : "?"}: ${typeOf(each, deeper)};`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

const out = ["// Made by web/api_types.mjs of src/api/v1/openapi.json.", ""];
for (const [name, schema] of Object.entries(document.components.schemas)) {
  if (schema.description) out.push(`// ${schema.description.replace(/\s+/g, " ")}`);
  out.push(`export type ${nameOf(name)} = ${typeOf(schema, "")};`, "");
}
const text = out.join("\n");

if (process.argv.includes("--check")) {
  if (!fs.existsSync(written) || fs.readFileSync(written, "utf8") !== text) {
    console.error("web/src/api/schema.ts is not what src/api/v1/openapi.json says: " +
      "node web/api_types.mjs");
    process.exit(1);
  }
} else {
  fs.writeFileSync(written, text);
}
