// node check/screenshots.mjs FOLDER [VIEW…]: pictures of views at two widths, light and dark.
import path from "node:path";
import { withViews } from "./browser.mjs";
import { views } from "./views.mjs";

const [folder, ...names] = process.argv.slice(2);
const chosen = views.filter((view) => names.length === 0 || names.includes(view.name));
const only = (name, all) => process.env[name]?.split(",") ?? all;
await withViews(chosen, { wanted: only("SIZES", ["wide", "phone"]), looks: only("LOOKS", ["light", "dark"]), languages: only("LANGUAGES", ["en"]) },
  async (page, { view, size, look, language, errors }) => {
    await page.screenshot({ path: path.join(folder, `${view.name}-${size}-${look}-${language}.png`) });
    for (const error of errors) console.log(view.name, size, error);
  });
