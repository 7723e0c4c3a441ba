#include "apps/config/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>
#include <variant>

#include "archive/retention.h"
#include "base/plain_name.h"
#include "base/units.h"
#include "publish/mail/address.h"
#include "schedule/make_policy.h"
#include "url/url.h"

namespace curlew::apps {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kSections{{
    {"data", "Where everything is kept."},
    {"store", "Which database holds sources, articles, pages and visits."},
    {"broker", "What carries messages where controller and terminals are processes."},
    {"web", "The pages and the JSON API."},
    {"mail", "The server that takes notices to users."},
    {"fetch", "How publishers are asked, and what an answer may cost."},
    {"schedule", "When a source is worth a visit."},
    {"articles", "What is done with a new entry of a feed."},
    {"crawl", "How pages about topics are looked for."},
    {"archive", "How versions of what is watched are kept."},
    {"text", "What words mean."},
    {"terminals", "The parts that fetch and analyse."},
    {"metrics", "Figures for Prometheus (docs/metrics.md)."},
    {"hook", "A program that is run for what is new (docs/hook.md)."},
    {"log", "What is written to stderr, and how long the crawl log lasts."},
}};

// A report carries one, and must stay well below what a message may be.
constexpr Bytes kLargestBody = 128_MiB;

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

std::string_view objection_to_text(std::string_view text) {
  return has_control_character(text) ? "must not hold control characters" : "";
}

std::string_view objection_to_filled_text(std::string_view text) {
  return text.empty() ? "must not be empty" : objection_to_text(text);
}

std::string_view objection_to_contact(std::string_view text) {
  const bool is_address = text.starts_with("mailto:") || text.starts_with("http://") ||
                          text.starts_with("https://");
  if (!text.empty() && !is_address)
    return "must begin with mailto:, http:// or https://";
  // It stands inside the comment of a User-Agent field (RFC 9110 §5.6.5).
  if (text.find_first_of("() ") != text.npos) return "must not hold ( ) or spaces";
  return objection_to_text(text);
}

std::string_view objection_to_ip(std::string_view text) {
  return http::parse_ip_address(text) ? "" : "must be an IP address";
}

std::string_view objection_to_public_url(std::string_view text) {
  if (text.empty()) return "";
  const auto url = url::parse_url(text);
  const bool is_base = url.ok() &&
                       (url->scheme() == "http" || url->scheme() == "https") &&
                       !text.ends_with('/') && text.find_first_of("?#") == text.npos;
  return is_base ? ""
                 : "must be like https://curlew.example.org, without a / at its end";
}

std::string_view objection_to_mail_address(std::string_view text) {
  return publish::parse_mail_address(text).ok()
             ? ""
             : "must be like Curlew <curlew@example.org>";
}

std::string_view objection_to_retention(std::string_view text) {
  return archive::parse_retention(text).ok()
             ? ""
             : "must be \"all\" or like \"30d:1d 365d:7d\", each rule of a greater age "
               "and of a multiple of the last one's span";
}

std::string_view objection_to_broker(std::string_view text) {
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = std::min(text.find(',', begin), text.size());
    const std::string_view server = text.substr(begin, end - begin);
    const auto scheme = server.find("://");
    if (!server.starts_with("nats://") && !server.starts_with("tls://")) {
      return "must be like nats://user@host:4222";
    }
    const std::string_view rest = server.substr(scheme + 3);
    if (rest.empty() || rest.find_first_of(" /?#") != rest.npos) {
      return "must be like nats://user@host:4222";
    }
    // Where a configuration is shown, everybody would read it.
    const auto at = rest.find('@');
    if (at != rest.npos && rest.substr(0, at).find(':') != rest.npos) {
      return "must not hold a password; put it into a file (broker.password_file)";
    }
    begin = end + 1;
  }
  return objection_to_text(text);
}

std::string_view objection_to_name(std::string_view text) {
  return is_plain_name(text) ? "" : "must be of letters, digits, - and _";
}

void add_places(std::vector<Setting>& table, Config& c) {
  table.push_back({"data", "dir", TextSlot{&c.data.dir, objection_to_filled_text},
                   "The data directory; made when it is not there."});
  table.push_back({"data", "key", TextSlot{&c.data.key, objection_to_text},
                   "The file with the key that seals the sources' passwords and "
                   "tokens; made when it is not there. Empty: curlew.key in the data "
                   "directory, which backups take along. All machines that use one "
                   "PostgreSQL server need the same key."});
  table.push_back(
      {"store", "url", TextSlot{&c.store.url, objection_to_text},
       "Empty: a file in the data directory (SQLite). Or a PostgreSQL "
       "server: postgres://user@host/database. curlew migrate moves what is "
       "in the file there."});
  table.push_back({"store", "password_file",
                   TextSlot{&c.store.password_file, objection_to_text},
                   "A file whose first line is the server's password. Without one, "
                   "PGPASSWORD and ~/.pgpass count."});
  table.push_back(
      {"broker", "url", TextSlot{&c.broker.url, objection_to_broker},
       "A NATS server with JetStream, nats://user@host:4222, for curlew controller and "
       "curlew terminal (docs/cluster.md); several of one cluster with commas between "
       "them. Whoever can log in there reads what is fetched. Empty: curlew serve "
       "needs "
       "none."});
  table.push_back({"broker", "password_file",
                   TextSlot{&c.broker.password_file, objection_to_text},
                   "A file whose first line is that user's password."});
  table.push_back({"broker", "installation",
                   TextSlot{&c.broker.installation, objection_to_name},
                   "Tells this installation from others at the same server."});
  table.push_back(
      {"broker", "silence", DurationSlot{&c.broker.silence, 1s, 1h},
       "A terminal that was not heard of for so long is taken for dead, and "
       "its hosts move to the others."});
  table.push_back(
      {"web", "enabled", FlagSlot{&c.web.enabled}, "Serve the page and the API?"});
  table.push_back({"web", "address", TextSlot{&c.web.address, objection_to_ip},
                   "The address to listen on: keep it on loopback, and let a proxy "
                   "speak for public_url."});
  table.push_back({"web", "port", CountSlot{&c.web.port, 0, 65'535},
                   "The port to listen on; 0 takes any free one."});
  table.push_back({"web", "replay_port", CountSlot{&c.web.replay_port, 0, 65'535},
                   "The port that archived pages are shown on, as they looked: an "
                   "origin of its own, which shows nothing without an address that the "
                   "page signed. 0 takes any free one; choose one where a "
                   "tunnel or a firewall has to know it."});
  table.push_back({"web", "public_url",
                   TextSlot{&c.web.public_url, objection_to_public_url},
                   "Where users reach us, such as https://curlew.example.org: a proxy "
                   "there hands requests on. Under its host there are personal pages "
                   "and feeds and, for who is logged in, the page and the API. Empty: "
                   "as the address above says."});
  table.push_back({"web", "registration",
                   ChoiceSlot{&c.web.registration, {"closed", "invitation", "open"}},
                   "May people make themselves users? Also without it the operator "
                   "makes them: curlew user add."});
  table.push_back({"web", "trusted_proxies", AddressesSlot{&c.web.trusted_proxies},
                   "Addresses of reverse proxies, whose X-Forwarded-For, -Proto and "
                   "-Host are believed; of all others they are ignored."});
  table.push_back({"web", "websub", FlagSlot{&c.web.websub},
                   "WebSub (docs/websub.md): subscribe at the hubs that feeds name, "
                   "where public_url is set, and be the hub of our own feeds?"});
}

void add_mail(std::vector<Setting>& table, Config& c) {
  table.push_back({"mail", "host", TextSlot{&c.mail.host, objection_to_text},
                   "The server that takes our mail; empty: none is sent. It is the "
                   "one server that may have a private address."});
  table.push_back({"mail", "port", CountSlot{&c.mail.port, 1, 65'535},
                   "25 between machines that trust each other, 587 with starttls, 465 "
                   "with tls."});
  table.push_back({"mail", "tls", ChoiceSlot{&c.mail.tls, {"none", "starttls", "tls"}},
                   "A server without the TLS that is asked for gets nothing."});
  table.push_back({"mail", "user", TextSlot{&c.mail.user, objection_to_text},
                   "The login; empty: none."});
  table.push_back({"mail", "password_file",
                   TextSlot{&c.mail.password_file, objection_to_text},
                   "A file whose first line is its password."});
  table.push_back({"mail", "from", TextSlot{&c.mail.from, objection_to_mail_address},
                   "The sender. Its domain is part of every Message-ID: choose it "
                   "once."});
}

void add_identity(std::vector<Setting>& table, Config& c) {
  table.push_back(
      {"fetch", "contact", TextSlot{&c.fetch.contact, objection_to_contact},
       "How a publisher reaches you: mailto:you@example.org, or the address "
       "of a page. Sent with every request."});
  table.push_back({"fetch", "user_agent",
                   TextSlot{&c.fetch.user_agent, objection_to_text},
                   "The User-Agent; empty for curlew's own with your contact."});
}

void add_politeness(std::vector<Setting>& table, Config& c) {
  fetch::Politeness& polite = c.fetch.politeness;
  table.push_back({"fetch", "host_delay", DurationSlot{&polite.host_delay, 0s, 1h},
                   "The least time between two requests to one owner."});
  table.push_back({"fetch", "max_crawl_delay",
                   DurationSlot{&polite.max_crawl_delay, 0s, 1h},
                   "A robots.txt that asks for a longer delay gets this one."});
  table.push_back({"fetch", "per_host", CountSlot{&polite.per_host, 1, 100},
                   "Requests to one owner at a time."});
  table.push_back({"fetch", "total", CountSlot{&polite.total, 1, 10'000},
                   "Requests at a time, all owners together."});
  table.push_back({"fetch", "group_by_domain", FlagSlot{&polite.group_by_domain},
                   "Hosts of one registrable domain count as one owner."});
  table.push_back({"fetch", "address_delay",
                   DurationSlot{&polite.address_delay, 0s, 1min},
                   "The least time between the starts of two requests to one network "
                   "address, whoever its hosts belong to."});
  table.push_back({"fetch", "per_address", CountSlot{&polite.per_address, 1, 10'000},
                   "Requests to one network address at a time."});
  table.push_back({"fetch", "obey_robots", FlagSlot{&polite.obey_robots},
                   "Obey robots.txt (RFC 9309)?"});
}

void add_limits(std::vector<Setting>& table, Config& c) {
  http::Limits& limits = c.fetch.limits;
  table.push_back({"fetch", "max_body", SizeSlot{&limits.body, 1_KiB, kLargestBody},
                   "The largest body read, after decompression."});
  table.push_back({"fetch", "memory", SizeSlot{&c.fetch.memory, 32_MiB, 1024_GiB},
                   "What bodies, reports and queues may take together. Beyond it no "
                   "visits are ordered, and large bodies wait on the wire."});
  table.push_back({"fetch", "max_headers", SizeSlot{&limits.headers, 1_KiB, 16_MiB},
                   "All headers of a response together."});
  table.push_back({"fetch", "max_compression_ratio",
                   NumberSlot{&limits.compression_ratio, 1, 100'000},
                   "Decompressed bytes for one on the wire, beyond the first MiB."});
  table.push_back({"fetch", "connect_timeout",
                   DurationSlot{&limits.connect, 100ms, 10min},
                   "The longest wait for a connection."});
  table.push_back({"fetch", "total_timeout", DurationSlot{&limits.total, 100ms, 1h},
                   "The longest that one request may take."});
  table.push_back({"fetch", "stall_timeout", DurationSlot{&limits.stall_window, 1s, 1h},
                   "A body that brings next to nothing for so long is given up."});
  table.push_back({"fetch", "max_redirects", CountSlot{&c.fetch.max_redirects, 0, 30},
                   "Redirects followed for one request."});
  table.push_back(
      {"fetch", "allow_addresses", AddressesSlot{&c.fetch.allow_addresses},
       "Networks that are fetched from although they are not public, as in "
       "[\"10.1.0.0/16\", \"::1\"]. All others that are private, loopback or "
       "reserved are refused."});
}

void add_rendering(std::vector<Setting>& table, Config& c) {
  table.push_back({"fetch", "browser", TextSlot{&c.fetch.browser, objection_to_text},
                   "The Chromium that renders the pages of sources with --render: a "
                   "path, or a name on the PATH. Not started before one is due."});
  table.push_back({"fetch", "browser_tabs", CountSlot{&c.fetch.browser_tabs, 1, 64},
                   "Pages that a browser renders at a time."});
  table.push_back({"fetch", "browser_processes",
                   CountSlot{&c.fetch.browser_processes, 1, 16},
                   "Browsers of a terminal at a time, about 300 MB each."});
  table.push_back({"fetch", "pdftotext",
                   TextSlot{&c.fetch.pdftotext, objection_to_text},
                   "The program of poppler-utils that reads PDF documents among pages "
                   "and articles: a path, or a name on the PATH. Empty: they are not "
                   "read."});
}

void add_schedule(std::vector<Setting>& table, Config& c) {
  const auto policies = schedule::policy_names();
  table.push_back(
      {"schedule", "policy",
       ChoiceSlot{&c.schedule.policy, {policies.begin(), policies.end()}},
       "Who decides: curlew learns each source's rhythm and weighs what waits there "
       "against the cost of a visit; the others are those of the papers and of other "
       "crawlers, to compare with."});
  table.push_back(
      {"schedule", "budget_per_hour",
       NumberSlot{&c.schedule.budget_per_hour, 0, 360'000},
       "Visits an hour, in percent of the sources. 0: no limit but what is "
       "worth it; round-robin, posting-rate and min-delay, which never have "
       "enough, make 15 then."});
  table.push_back({"schedule", "budget",
                   ChoiceSlot{&c.schedule.budget, {"day", "tick"}},
                   "What keeps the budget: the day as a whole, so that busy hours may "
                   "take from quiet ones, or every tick by itself."});
  table.push_back({"schedule", "visit_cost",
                   DurationSlot{&c.schedule.visit_cost, 1s, 30 * 24h},
                   "Without a budget: a visit is made when the articles that wait have "
                   "waited longer than this, all together. Less means more visits and "
                   "fresher news."});
  table.push_back({"schedule", "tick", DurationSlot{&c.schedule.tick, 1s, 24h},
                   "How often decisions are taken; the step in which toe counts."});
  table.push_back({"schedule", "min_gap", DurationSlot{&c.schedule.min_gap, 0s, 24h},
                   "The least time between two visits of one source."});
  table.push_back(
      {"schedule", "longest_gap",
       DurationSlot{&c.schedule.longest_gap, 1min, 365 * 24h},
       "The longest time between two visits of a feed, however quiet it is, and of a "
       "source with --objective freshness, however often it changes. What is best for "
       "most may let the slowest wait too long. Sources with --objective capture may "
       "rest longer; --longest-gap bounds one."});
  table.push_back(
      {"schedule", "capture_round", DurationSlot{&c.schedule.capture_round, 0s, 24h},
       "Sources whose every version is wanted (--objective capture) are "
       "visited in rounds, which begin so often, and at most once in each; min_gap "
       "holds for them, too. 0s: each when it is due, at most hourly."});
  table.push_back({"schedule", "training_days",
                   CountSlot{&c.schedule.training_days, 0, 365},
                   "posting-rate: how long a new source is visited by its ToE, without "
                   "a budget, before its posting history decides."});
  table.push_back(
      {"schedule", "subscriber_weight",
       NumberSlot{&c.schedule.subscriber_weight, 0, 1'000},
       "What a subscriber adds to the worth of a visit (c of advaRSS): a source with "
       "n of them is worth 1 + c n times as much. 0: they do not count."});
  table.push_back({"schedule", "subscriber_activity",
                   FlagSlot{&c.schedule.subscriber_activity},
                   "Count subscribers by how active they are?"});
}

void add_rest(std::vector<Setting>& table, Config& c) {
  table.push_back({"articles", "fetch_pages", FlagSlot{&c.articles.fetch_pages},
                   "Fetch the page of each new article?"});
  table.push_back({"articles", "revisit_pages", FlagSlot{&c.articles.revisit_pages},
                   "Fetch it again 1 h, 6 h, 1 d, 3 d and 10 d after its publication, "
                   "to see whether it has changed? At a source where such a step finds "
                   "nothing it is left out after a while."});
  table.push_back({"articles", "max_page",
                   SizeSlot{&c.articles.max_page, 1_KiB, kLargestBody},
                   "The largest page kept, after decompression."});
  table.push_back({"articles", "keep_for",
                   DurationSlot{&c.articles.keep_for, 0s, 36'500 * 24h},
                   "Forget an article so long after it was found or last edited, with "
                   "its page; 0s: never. One that its feed shows still does not come "
                   "back. All four keep_… act while serve runs, every ten minutes."});
  table.push_back({"articles", "keep_newest",
                   CountSlot{&c.articles.keep_newest, 0, 1'000'000'000},
                   "Articles of one source that are kept, the newest; 0: all."});
  table.push_back({"articles", "keep_pages_for",
                   DurationSlot{&c.articles.keep_pages_for, 0s, 36'500 * 24h},
                   "Drop the page of an article from the archive so long after it was "
                   "fetched; 0s: never. What was read from it stays."});
  table.push_back({"articles", "keep_pages_newest",
                   CountSlot{&c.articles.keep_pages_newest, 0, 1'000'000'000},
                   "Articles of one source, the newest, whose pages stay in the "
                   "archive; 0: all."});
  table.push_back({"crawl", "phase_pause",
                   DurationSlot{&c.crawl.phase_pause, 1s, 365 * 24h},
                   "Between two phases of a topic's crawl: so long its pages are left "
                   "alone."});
  table.push_back({"crawl", "most_pages", CountSlot{&c.crawl.most_pages, 1, 100'000},
                   "Pages of all crawls together that are asked for at a time."});
  table.push_back(
      {"archive", "copies", CountSlot{&c.archive.copies, 1, 2},
       "How often each version is kept. With 2, every terminal holds what "
       "another one keeps as well, so that a terminal's folder can be lost; "
       "it takes two terminals or more."});
  table.push_back({"archive", "keep", TextSlot{&c.archive.keep, objection_to_retention},
                   "Which versions are kept: \"all\", or rules such as \"30d:1d "
                   "365d:7d\", beyond thirty days one a day and beyond a year one a "
                   "week. The first and the newest one of a page always stay."});
  table.push_back(
      {"archive", "segment", SizeSlot{&c.archive.segment, 1_KiB, 16_GiB},
       "A WARC file is finished beyond it, and then packed: versions of one "
       "page take a sixth of the room there, but only curlew reads them "
       "(curlew archive export writes WARC again)."});
  table.push_back({"text", "thesauri", FilesSlot{&c.text.thesauri},
                   "Files with synonyms: MyThes .dat (English) or Open Multilingual "
                   "Wordnet .tab (Greek). Without any, that of Debian's mythes-en-us "
                   "is used where it is installed."});
  table.push_back({"terminals", "count", CountSlot{&c.terminals.count, 1, 64},
                   "Terminals in this process; hosts are shared out among them."});
  table.push_back({"metrics", "access",
                   ChoiceSlot{&c.metrics.access, {"local", "public", "off"}},
                   "Who may read /metrics of the web endpoint: whoever reaches it from "
                   "this machine, whoever reaches it, or nobody."});
  table.push_back({"metrics", "address", TextSlot{&c.metrics.address, objection_to_ip},
                   "Where a small server of its own listens, for terminals, or to keep "
                   "the figures on another network than the pages."});
  table.push_back(
      {"metrics", "port", CountSlot{&c.metrics.port, 0, 65'535},
       "Its port: /metrics, /healthz and /readyz for whoever reaches it. 0: "
       "there is none."});
  table.push_back({"hook", "command", WordsSlot{&c.hook.command},
                   "A program and its arguments, run without a shell for each new clip "
                   "or article, which it reads as JSON from its standard input. Empty: "
                   "none."});
  table.push_back({"hook", "on", ChoiceSlot{&c.hook.on, {"clip", "article"}},
                   "What it is run for."});
  table.push_back({"hook", "at_once", CountSlot{&c.hook.at_once, 1, 64},
                   "So many run at a time; the others wait in the database."});
  table.push_back({"hook", "timeout", DurationSlot{&c.hook.timeout, 100ms, 1h},
                   "One that takes longer is killed, and tried again."});
  table.push_back({"log", "format", ChoiceSlot{&c.log.format, {"text", "json"}},
                   "As text for people, or as JSON for programs: an object a line with "
                   "time, level, message and what it is about."});
  table.push_back(
      {"log", "level",
       ChoiceSlot{&c.log.level, {"debug", "info", "warning", "error", "off"}},
       "The least important message that is written."});
  table.push_back(
      {"log", "keep_days", CountSlot{&c.log.keep_days, 1, 36'500},
       "Days that a visit stays in the crawl log; of the newest so many days with "
       "visits none is removed, whatever the clock says."});
}

std::string in_quotes(std::string_view text) { return fmt::format("\"{}\"", text); }

struct ValueInFile {
  std::string operator()(const FlagSlot& slot) const {
    return *slot.value ? "true" : "false";
  }
  std::string operator()(const TextSlot& slot) const { return in_quotes(*slot.value); }
  std::string operator()(const ChoiceSlot& slot) const {
    return in_quotes(*slot.value);
  }
  std::string operator()(const CountSlot& slot) const {
    return std::visit([](auto* value) { return std::to_string(*value); }, slot.value);
  }
  std::string operator()(const NumberSlot& slot) const {
    return fmt::format("{}", *slot.value);
  }
  std::string operator()(const DurationSlot& slot) const {
    return in_quotes(duration_to_text(*slot.value));
  }
  std::string operator()(const SizeSlot& slot) const {
    return in_quotes(size_to_text(*slot.value));
  }
  // Nobody is let in by default.
  std::string operator()(const AddressesSlot&) const { return "[]"; }
  std::string operator()(const FilesSlot&) const { return "[]"; }
  std::string operator()(const WordsSlot&) const { return "[]"; }
};

struct DescribeSlot {
  std::string operator()(const FlagSlot&) const { return "true or false"; }
  std::string operator()(const TextSlot&) const { return "text"; }
  std::string operator()(const ChoiceSlot& slot) const {
    std::vector<std::string> names;
    for (std::string_view name : slot.names) names.push_back(in_quotes(name));
    return fmt::format("{}", fmt::join(names, " or "));
  }
  std::string operator()(const CountSlot& slot) const {
    return fmt::format("whole number, {} to {}", slot.low, slot.high);
  }
  std::string operator()(const NumberSlot& slot) const {
    return fmt::format("number, {} to {}", slot.low, slot.high);
  }
  std::string operator()(const DurationSlot& slot) const {
    return fmt::format("duration, {} to {}", duration_to_text(slot.low),
                       duration_to_text(slot.high));
  }
  std::string operator()(const SizeSlot& slot) const {
    return fmt::format("size, {} to {}", size_to_text(slot.low),
                       size_to_text(slot.high));
  }
  std::string operator()(const AddressesSlot&) const { return "list of networks"; }
  std::string operator()(const FilesSlot&) const { return "list of files"; }
  std::string operator()(const WordsSlot&) const { return "list of words"; }
};

}  // namespace

std::vector<Setting> settings_of(Config& config) {
  std::vector<Setting> table;
  add_places(table, config);
  add_mail(table, config);
  add_identity(table, config);
  add_politeness(table, config);
  add_limits(table, config);
  add_rendering(table, config);
  add_schedule(table, config);
  add_rest(table, config);
  return table;
}

std::vector<SettingsSection> sections_of(Config& config) {
  std::vector<SettingsSection> sections;
  for (Setting& setting : settings_of(config)) {
    if (sections.empty() || sections.back().name != setting.section) {
      sections.push_back({setting.section, {}});
    }
    sections.back().settings.push_back(std::move(setting));
  }
  return sections;
}

std::string_view section_help(std::string_view section) {
  for (const auto& [name, help] : kSections) {
    if (name == section) return help;
  }
  return {};
}

std::string value_in_file(const Slot& slot) { return std::visit(ValueInFile(), slot); }

std::string describe_slot(const Slot& slot) { return std::visit(DescribeSlot(), slot); }

}  // namespace curlew::apps
