// The one way to the server: JSON under /api/v1, problems as RFC 9457.
import { t } from "../i18n/text";
import { isLost, lost } from "./reach";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly request: string,
    // What else the problem says, such as the place of a mistake in a query.
    readonly more: Record<string, unknown> = {},
  ) {
    // The title of an answer is the name of its status, which says nothing to people.
    // Without an answer it says what happened, and the detail what to do.
    super(status ? detail || t.error.status(status) : `${title}: ${detail}`);
  }
}

const base = "/api/v1/";

export type Query = Record<string, string | number | boolean | null | undefined>;

// "articles?folder=News": null, "" and false leave a parameter out.
export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

async function problemOf(response: Response): Promise<ApiError> {
  const request = response.headers.get("X-Request-Id") ?? "";
  try {
    const problem = await response.json();
    const { title, detail, ...more } = problem;
    return new ApiError(response.status, title ?? response.statusText, detail ?? "",
      request, more);
  } catch {
    return new ApiError(response.status, t.error.status(response.status), "", request);
  }
}

// What happens when the server knows us no more.
let onRefused: () => void = () => undefined;
export const whenRefused = (act: () => void) => {
  onRefused = act;
};

async function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(base + path, {
      method,
      credentials: "same-origin",
      ...init,
      headers: {
        Accept: "application/json",
        ...(method !== "GET" && { "X-Curlew-Request": "1" }),
        ...(init.headers as Record<string, string> | undefined),
      },
    });
  } catch (error) {
    if ((error as Error).name === "AbortError") throw error;
    lost();
    throw new ApiError(0, t.error.unreachable, t.error.unreachableDetail, "");
  }
  if (isLost(response)) lost();
  if (response.ok) return response;
  if (response.status === 401 && path !== "session") onRefused();
  throw await problemOf(response);
}

async function bodyOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as T;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return bodyOf<T>(await ask("GET", path, signal ? { signal } : {}));
}

export async function send<T = void>(method: "POST" | "PATCH" | "PUT" | "DELETE", path: string,
  body?: unknown, signal?: AbortSignal): Promise<T> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  return bodyOf<T>(await ask(method, path, {
    ...(json !== undefined && { body: json, headers: { "Content-Type": "application/json" } }),
    // What is asked for while the page is left arrives nevertheless; browsers allow 64 KB.
    keepalive: (json?.length ?? 0) < 10_000,
    ...(signal && { signal }),
  }));
}

// A file as it is, such as a subscription list.
export async function sendText<T>(path: string, body: string, type: string): Promise<T> {
  return bodyOf<T>(await ask("POST", path, { body, headers: { "Content-Type": type } }));
}
