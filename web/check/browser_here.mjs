// Imported before anything that needs Chromium and playwright: without them a test is skipped
// (77), but fails in CI, where nobody would notice.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const missing = [process.env.CHROMIUM ?? "/usr/bin/chromium", path.join(web, "node_modules/playwright-core")]
  .filter((each) => !fs.existsSync(each));
if (missing.length > 0) {
  console.log(`${missing.join(" and ")} not found (Debian: chromium; ./dev build installs the rest)`);
  process.exit(process.env.CI ? 1 : 77);
}
