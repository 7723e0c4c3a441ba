import { en, type Catalogue } from "./en";

export const el: Catalogue = en;
