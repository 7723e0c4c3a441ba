// Is what was asked and answered what src/api/v1/openapi.json says?
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const document = JSON.parse(fs.readFileSync(process.env.CURLEW_OPENAPI ??
  path.join(here, "../../src/api/v1/openapi.json"), "utf8"));

const resolve = (schema) => (schema?.$ref
  ? resolve(schema.$ref.slice(2).split("/").reduce((at, name) => at[name], document)) : schema);

const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array"
  : Number.isInteger(value) ? "integer" : typeof value);
const isKind = (type, value) => kindOf(value) === type || (type === "number" && typeof value === "number");

// What is wrong with `value`, each with its place.
export function faultsOf(given, value, where = "") {
  const schema = resolve(given);
  if (!schema || schema === true) return [];
  const parts = (schema.allOf ?? []).flatMap((each) => faultsOf(each, value, where));
  for (const choice of [schema.anyOf, schema.oneOf]) {
    const all = choice?.map((each) => faultsOf(each, value, where));
    if (all && !all.some((each) => each.length === 0)) parts.push(...(all.at(0) ?? []));
  }
  const types = [schema.type ?? []].flat();
  if (types.length && !types.some((type) => isKind(type, value))) {
    return [...parts, `${where || "."} is ${kindOf(value)}, not ${types.join(" or ")}`];
  }
  if (schema.enum && !schema.enum.includes(value)) parts.push(`${where} is ${JSON.stringify(value)}, not one of ${schema.enum.join(", ")}`);
  if (schema.format === "date-time" && typeof value === "string" && !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    parts.push(`${where} is no time: ${value}`);
  }
  if (Array.isArray(value)) {
    return [...parts, ...value.flatMap((each, i) => faultsOf(schema.prefixItems?.[i] ?? schema.items, each, `${where}[${i}]`))];
  }
  if (kindOf(value) !== "object") return parts;
  for (const name of schema.required ?? []) if (!(name in value)) parts.push(`${where}.${name} is missing`);
  for (const [name, each] of Object.entries(value)) {
    const known = schema.properties?.[name];
    if (known) parts.push(...faultsOf(known, each, `${where}.${name}`));
    else if (kindOf(schema.additionalProperties) === "object") parts.push(...faultsOf(schema.additionalProperties, each, `${where}.${name}`));
  }
  return parts;
}

const operations = Object.entries(document.paths).flatMap(([pattern, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), operation,
    fits: new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`), fixed: pattern.replace(/\{\w+\}/g, "").length })))
  .sort((a, b) => b.fixed - a.fixed);

// Who may call it: "public", "reader", "user" or "admin".
export const accessOf = (method, pathname) =>
  operations.find((each) => each.method === method && each.fits.test(pathname))?.operation["x-access"];

// One exchange; `asked` and `said` are JSON already read.
export function faultsOfExchange({ method, url, asked, status, said }) {
  const { pathname, searchParams } = new URL(url, "http://any");
  const found = operations.find((each) => each.method === method && each.fits.test(pathname));
  const name = `${method} ${pathname}`;
  if (!found) return [`${name}: is not described`];
  const { operation } = found;
  const known = new Set((operation.parameters ?? []).map((each) => resolve(each).name));
  const faults = [...searchParams.keys()].filter((each) => !known.has(each)).map((each) => `?${each}= is not described`);
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  if (body && asked !== undefined && typeof asked !== "string") faults.push(...faultsOf(body, asked, "asked"));
  const answer = resolve(operation.responses[String(status)] ?? operation.responses.default);
  const schema = answer?.content?.[status < 400 ? "application/json" : "application/problem+json"]?.schema;
  if (schema) faults.push(...faultsOf(schema, said));
  return faults.map((each) => `${name} ${status}: ${each}`);
}

// What the description says of a success, for the mock.
export const successOf = (method, pathname) => {
  const found = operations.find((each) => each.method === method && each.fits.test(pathname));
  return Number(Object.keys(found?.operation.responses ?? {}).find((each) => /^2/.test(each)) ?? 200);
};
