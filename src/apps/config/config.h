// What an operator can set. A default-constructed Config is what runs when there is no
// configuration at all; settings.h names each member for the file.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "fetch/fetcher.h"
#include "http/address_guard.h"
#include "http/client.h"

namespace curlew::apps {

struct Config {
  // The file that it was read from; empty: none.
  std::string file;

  struct Data {
    std::string dir = "curlew-data";
    // A file; empty: curlew.key in the directory.
    std::string key;
  } data;

  struct Store {
    // Empty: a file in the data directory.
    std::string url;
    // Holds the password of the server; empty: none is given.
    std::string password_file;
  } store;

  struct Broker {
    // Empty: everything is in one process.
    std::string url;
    std::string password_file;
    // Tells this installation from others at the same server.
    std::string installation = "curlew";
    Milliseconds silence{30'000};
  } broker;

  struct Web {
    bool enabled = true;
    std::string address = "127.0.0.1";
    std::uint16_t port = 8400;
    // Of the second origin, which shows versions as they looked.
    std::uint16_t replay_port = 0;
    // "https://curlew.example.org"; empty: see personal_base_url().
    std::string public_url;
    bool websub = true;
    // "closed", "invitation", "open"
    std::string registration = "invitation";
    std::vector<http::AddressRange> trusted_proxies;
    // No setting: the demo's user, whom whoever calls from this machine is.
    std::string open_as;
  } web;

  struct Mail {
    // Empty: no mail is sent.
    std::string host;
    std::uint16_t port = 25;
    // "none", "starttls", "tls"
    std::string tls = "none";
    std::string user;
    std::string password_file;
    std::string from = "Curlew <curlew@localhost>";
  } mail;

  struct Fetch {
    // "mailto:…" or an address of a page.
    std::string contact;
    // Empty: see user_agent_of().
    std::string user_agent;
    fetch::Politeness politeness;
    http::Limits limits;
    int max_redirects = 8;
    std::vector<http::AddressRange> allow_addresses;
    std::string browser = "chromium";
    std::size_t browser_tabs = 4;
    std::size_t browser_processes = 1;
    // Empty: PDF documents are not read.
    std::string pdftotext = "pdftotext";
    Bytes memory = 512_MiB;
  } fetch;

  struct Schedule {
    std::string policy = "curlew";
    // Percent of the sources; 0: as much as is worth it.
    double budget_per_hour = 0;
    std::string budget = "day";
    Milliseconds visit_cost{15 * 60'000};
    Milliseconds tick{600'000};
    Milliseconds min_gap{600'000};
    Milliseconds longest_gap = std::chrono::days(7);
    Milliseconds capture_round = std::chrono::hours(1);
    int training_days = 28;
    double subscriber_weight = 0;
    bool subscriber_activity = false;
  } schedule;

  struct Articles {
    bool fetch_pages = true;
    bool revisit_pages = true;
    Bytes max_page = 8_MiB;
    // How long, and how many of a source; 0: for ever, all.
    Milliseconds keep_for{0};
    std::size_t keep_newest = 0;
    Milliseconds keep_pages_for{0};
    std::size_t keep_pages_newest = 0;
  } articles;

  struct Crawl {
    Milliseconds phase_pause = std::chrono::hours(1);
    std::size_t most_pages = 400;
  } crawl;

  struct Archive {
    // Of every version, each at another terminal.
    std::size_t copies = 1;
    // See archive::parse_retention().
    std::string keep = "all";
    Bytes segment = 256_MiB;
  } archive;

  struct Text {
    // Files; see thesauri_of().
    std::vector<std::string> thesauri;
  } text;

  struct Terminals {
    std::size_t count = 1;
  } terminals;

  struct Metrics {
    // "local", "public", "off": who may read /metrics of the web endpoint.
    std::string access = "local";
    // Of a small server of its own; port 0: none.
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;
  } metrics;

  struct Hook {
    // The program and its arguments; empty: none is run.
    std::vector<std::string> command;
    // "clip", "article"
    std::string on = "clip";
    std::size_t at_once = 4;
    Milliseconds timeout{10'000};
  } hook;

  struct Log {
    // "text", "json"
    std::string format = "text";
    std::string level = "info";
    int keep_days = 90;
  } log;
};

// In percent an hour: what policies that never have enough get without a budget.
inline constexpr double kEndlessBudget = 15;

// Reads TOML. `name` is what errors call the file: "curlew.toml:12: fetch.host_dealy:
// unknown key; did you mean host_delay?". All errors are kUsage.
Result<Config> parse_config(std::string_view toml, std::string_view name);
Result<Config> load_config(const std::string& path);

// What publishers see: "curlew/0.1.0 (+mailto:me@example.org)".
std::string user_agent_of(const Config& config);

}  // namespace curlew::apps
