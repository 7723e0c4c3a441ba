// The server's types, and the two shapes that its description writes out in place.
export * from "./schema";

export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}
