// When things go wrong: what is typed is kept, and the page says what happened and goes on
// by itself.
import assert from "node:assert/strict";
import { overflows, settled } from "./browser.mjs";
import { views } from "./views.mjs";

const goes = (page, where) => page.waitForFunction((wanted) =>
  (location.pathname + location.search).startsWith(wanted), where);

async function logIn(page) {
  await page.getByText("Your session has ended").waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("maria");
  await page.getByLabel("Password").fill("curlew");
  await page.getByRole("button", { name: "Log in" }).click();
}

export const troubleFlows = {
  // What was typed is there again after the log-in; what one leaves by oneself is not.
  async sessionEndsWhileTyping(page, { world }) {
    let asked = 0;
    page.on("request", () => ++asked);
    await page.goto("/settings/lists?list=new");
    await page.getByRole("textbox", { name: "Words" }).fill("harbour AND ferry");
    await page.getByRole("textbox", { name: "Name of the list" }).fill("Ferries");
    await page.getByText(/in the last 30 days/).waitFor();
    world.isIn = false;
    await page.getByRole("button", { name: "Make the list" }).click();
    await goes(page, "/login?next=");
    const before = asked;
    await page.waitForTimeout(500);
    assert.ok(asked - before < 5, "it does not ask again and again");
    await logIn(page);
    await goes(page, "/settings/lists?list=new");
    assert.equal(await page.getByRole("textbox", { name: "Words" }).inputValue(), "harbour AND ferry");
    assert.equal(await page.getByRole("textbox", { name: "Name of the list" }).inputValue(), "Ferries");
    await page.getByRole("button", { name: "Make the list" }).click();
    await page.locator(".rail a", { hasText: "Ferries" }).waitFor();

    // The address of a webhook is a secret: it is not kept for whoever comes next.
    await page.goto("/settings/lists?list=1");
    await page.getByRole("combobox", { name: "Tell me" }).selectOption({ label: "by webhook" });
    await page.getByRole("textbox", { name: "Address" }).fill("https://hook.example/secret");
    await page.getByRole("textbox", { name: "Name of the list" }).fill("By hook");
    world.isIn = false;
    await page.getByRole("button", { name: "Save" }).click();
    await logIn(page);
    await goes(page, "/settings/lists?list=1");
    assert.equal(await page.getByRole("textbox", { name: "Name of the list" }).inputValue(), "By hook");
    assert.equal(await page.getByRole("textbox", { name: "Address" }).inputValue(), world.lists.find((list) => list.id === 1).to ?? "");

    await page.goto("/sources?add=1");
    await page.getByRole("textbox", { name: /Address/ }).fill("https://new.example/feed");
    world.isIn = false;
    await page.getByRole("textbox", { name: /Address/ }).press("Enter");
    await logIn(page);
    await goes(page, "/sources?add=1");
    assert.equal(await page.getByRole("textbox", { name: /Address/ }).inputValue(), "https://new.example/feed");

    await page.goto("/sources/1?tab=settings");
    await page.getByRole("textbox", { name: "Title" }).fill("My own title");
    world.isIn = false;
    await page.getByRole("button", { name: "Save" }).click();
    await logIn(page);
    await goes(page, "/sources/1?tab=settings");
    const title = page.getByRole("textbox", { name: "Title" });
    assert.equal(await title.inputValue(), "My own title");
    await page.getByRole("link", { name: "Visits" }).click();
    await page.getByRole("link", { name: "Settings" }).last().click();
    assert.notEqual(await title.inputValue(), "My own title");
  },

  // What is for ever is asked about; a "no" leaves it as it is.
  async revocationIsAskedAbout(page, { world }) {
    const dialog = page.getByRole("dialog");
    const asks = async (button, act) => {
      await button.click();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
      await button.click();
      await dialog.getByRole("button", { name: act, exact: true }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await page.goto("/settings/tokens");
    const tokens = page.locator("section", { hasText: "Tokens" }).first();
    const revoke = tokens.getByRole("button", { name: "Revoke" }).first();
    await revoke.waitFor();
    const before = world.tokens.length;
    await revoke.click();
    await dialog.waitFor();
    assert.equal(world.tokens.length, before, "nothing is revoked before the question is answered");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await asks(revoke, "Revoke");
    await page.getByText("Revoked").waitFor();
    assert.equal(world.tokens.length, before - 1);
    await page.goto("/settings/you");
    const others = world.sessions.length;
    await asks(page.getByRole("button", { name: "Log out there" }).first(), "Log out there");
    await page.waitForFunction((count) => document.querySelectorAll(".rows li").length < count, others);
    await page.goto("/settings/users");
    await page.getByRole("button", { name: "Invite" }).click();
    await dialog.getByRole("textbox").fill("for nikos");
    await dialog.getByRole("button", { name: "Invite" }).click();
    await asks(page.getByRole("button", { name: "Withdraw" }).first(), "Withdraw");
    await page.waitForFunction(() => !document.body.textContent.includes("for nikos"));
  },

  // Words and addresses without an end, in all that strangers and users name: nothing is
  // wider than a phone.
  longWords: Object.assign(async (page) => {
    const endless = "Donaudampfschiffahrts".repeat(12);
    const named = /^(title|own_title|name|list_name|source_title|folder|own_folder|url|site_url|final_url|reason|detail|error|note|summary|sentence|agent|author|keyword|query|mail|host|topic|topic_name|word|text|old|new|part_text|subject|to|cure|moved_to|seed|why|source|list|outcome_text)$/;
    const lengthened = (value, key = "") => {
      if (Array.isArray(value)) return value.map((each) => lengthened(each, key === "queries" ? "query" : key));
      if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lengthened(each, name)]));
      return typeof value === "string" && value && named.test(key) ? `${value}${endless}` : value;
    };
    await page.route("**/api/v1/**", async (route) => {
      if (/events$/.test(route.request().url())) return route.continue();
      const response = await route.fetch();
      if (!/json/.test(response.headers()["content-type"] ?? "")) return route.fulfill({ response });
      await route.fulfill({ response, json: lengthened(await response.json()) });
    });
    const faults = [];
    for (const view of views.filter((each) => each.kind === "full")) {
      await page.goto(view.path);
      await settled(page);
      faults.push(...(await overflows(page)).map((fault) => `${view.name}: ${fault}`));
    }
    assert.deepEqual(faults, []);
  }, { size: "phone" }),

  // An address of what is not there says so, and leads on.
  async nothingAtTheAddress(page) {
    for (const [address, sentence, way] of [
      ["/sources/999", "There is no such source", "All sources"], ["/sources/999/versions", "There is no such source", "All sources"],
      ["/sources/999?tab=visits", "There is no such source", "All sources"], ["/articles?source=999", "There is no such source", "All articles"],
      ["/clips?list=999", "There is no such list", "All clips"], ["/settings/lists?list=999", "There is no such list", "Watchlists"],
      ["/topics/999999", "There is no such topic", "All topics"], ["/articles?open=999999", "There is no such article", "Back to the list"],
      ["/nowhere", "There is no such page", "Clips"]]) {
      await page.goto(address);
      await page.getByRole("heading", { name: sentence }).waitFor();
      await page.getByRole("main").or(page.locator(".pane")).getByRole("link", { name: way, exact: true }).first().click();
      await page.waitForFunction((was) => location.pathname + location.search !== was, address);
      await page.getByRole("heading", { name: sentence }).waitFor({ state: "detached" });
      assert.equal(await page.locator(".skeleton").count(), 0, address);
    }
  },

  // What could not be sent says whose fault it was, and what to do.
  async sentToNobody(page) {
    await page.goto("/settings/you");
    await page.getByLabel("Password now").fill("old");
    await page.getByLabel("New password").fill("a new one");
    await page.route("**/api/v1/me", (route) => (route.request().method() === "GET" ? route.continue() : route.abort()));
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText(/Curlew does not answer: Is it running/).waitFor();
  },

  // While the server is away nothing that is read moves; what failed comes by itself.
  async serverGoesAndComesBack(page, { server, publish }) {
    const { port } = server.address();
    const leave = () => (server.close(), server.closeAllConnections());
    const line = page.getByText("Curlew does not answer. It is tried again by itself.");
    const tried = [];
    page.on("requestfailed", (request) => /\/(session|events)/.test(request.url()) && tried.push([request.url(), Date.now()]));
    await page.goto("/articles?open=990");
    await page.waitForFunction(() => document.querySelector(".live.fresh"));
    await page.locator("li.item").nth(12).scrollIntoViewIfNeeded();
    await page.locator(".pane .scroll").evaluate((pane) => { pane.scrollTop = 40; });
    const where = () => page.evaluate(() => [document.querySelector(".list-column .scroll").scrollTop,
      document.querySelector(".pane .scroll").scrollTop, document.querySelector("li.item").dataset.id]);
    await page.waitForTimeout(300);
    const before = await where();
    leave();
    await line.waitFor();
    await page.waitForTimeout(8_000);
    assert.deepEqual(await where(), before);
    assert.equal(await line.count(), 1);
    const asked = tried.filter(([url]) => url.endsWith("/session")).map(([, at]) => at);
    const pauses = asked.slice(1).map((at, i) => at - asked[i]);
    assert.ok(asked.length <= 6, `asked ${asked.length} times`);
    assert.ok(pauses.at(-1) > pauses[0] * 1.5, `pauses of ${pauses}`);
    assert.ok(tried.length - asked.length <= 6, "the stream of events waits, too");
    await new Promise((done) => server.listen(port, "127.0.0.1", done));
    await page.getByRole("button", { name: "Now", exact: true }).click();
    await line.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.querySelector(".live.fresh"));
    assert.deepEqual(await where(), before);
    publish();
    await page.getByRole("button", { name: "1 new" }).waitFor();
    // A view that was asked for meanwhile is there when the server is.
    leave();
    await page.getByRole("link", { name: "Delay" }).click();
    await page.getByRole("heading", { name: "Curlew does not answer" }).waitFor();
    await new Promise((done) => server.listen(port, "127.0.0.1", done));
    await page.getByText("From publication to your desk.").waitFor();
  },
};
