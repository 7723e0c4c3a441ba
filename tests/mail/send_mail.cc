// Sends notices to a mail server, for tests and for measuring: the Greek digest of
// publish's tests, or an English clip, COUNT times with delivery ids from 1 on. Prints
// a line a message (accepted, later or refused, the reply code, the error) and, with
// --figures, how long they took.

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "http/mail_client.h"
#include "publish/mail/message.h"
#include "publish/notices_test.h"
#include "publish/verdict.h"

namespace {

using namespace curlew;

struct Options {
  http::MailServer server;
  std::string ca_file;
  std::string to = "maria@example.org";
  std::string notice = "greek";
  std::size_t count = 1;
  std::size_t connections = 8;
  double per_second = 0;
  bool figures = false;
};

publish::Notice notice_of(const Options& options, std::size_t number) {
  publish::Notice notice = options.notice == "greek"   ? publish::greek_digest()
                           : options.notice == "alarm" ? publish::alarm()
                                                       : publish::english_notice();
  notice.delivery.value = std::int64_t(number);
  return notice;
}

std::string_view name_of(publish::DeliveryEnd end) {
  switch (end) {
    case publish::DeliveryEnd::kDelivered:
      return "accepted";
    case publish::DeliveryEnd::kLater:
      return "later";
    case publish::DeliveryEnd::kRefused:
    case publish::DeliveryEnd::kDropped:
      break;
  }
  return "refused";
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return double(time.tv_sec) + double(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void print_figures(std::vector<Milliseconds> waits, Milliseconds all) {
  std::ranges::sort(waits);
  const auto part = [&](double share) {
    return waits[std::size_t(share * double(waits.size() - 1))].count();
  };
  fmt::print(
      "{} messages in {} ms, {:.0f}/s; from start() to acceptance p50 {} ms, "
      "p99 {} ms, longest {} ms; {:.2f} ms CPU a message\n",
      waits.size(), all.count(),
      1000.0 * double(waits.size()) /
          double(std::max(all.count(), Milliseconds::rep(1))),
      part(.5), part(.99), waits.back().count(),
      1000 * cpu_seconds() / double(waits.size()));
}

// All at once, or so many a second.
int send_all(const Options& options) {
  const auto to = publish::parse_mail_address(options.to);
  if (!to.ok()) {
    fmt::print(stderr, "{}\n", to.error().text);
    return 2;
  }
  const publish::MailSender sender = {
      .from = *publish::parse_mail_address("Curlew <curlew@example.org>"),
      .installation = "test"};
  const SystemClock clock;
  const auto client = http::make_mail_client({.server = options.server,
                                              .own_name = "curlew.example.org",
                                              .max_connections = options.connections,
                                              .ca_file = options.ca_file},
                                             clock);
  std::vector<Milliseconds> waits;
  const SteadyTime began = clock.steady();
  std::size_t started = 0;
  const auto is_due = [&] {
    const double passed = double((clock.steady() - began).count()) / 1000;
    return options.per_second <= 0 || double(started) <= passed * options.per_second;
  };
  while (started < options.count || client->in_flight() > 0) {
    while (started < options.count && is_due()) {
      const publish::Notice notice = notice_of(options, ++started);
      client->start({.from = sender.from.address(),
                     .to = to->address(),
                     .content = publish::to_message(notice, *to, sender)},
                    [&, asked = clock.steady()](const http::MailResult& result) {
                      const auto verdict = publish::to_verdict(result);
                      waits.push_back(clock.steady() - asked);
                      if (options.figures) return;
                      fmt::print("{} {} {}\n", name_of(verdict.end), result.status,
                                 verdict.error);
                    });
    }
    client->poll(Milliseconds(options.per_second > 0 ? 1 : 1000));
  }
  if (options.figures) print_figures(std::move(waits), clock.steady() - began);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("send_mail");
  app.add_option("--host", options.server.host)->required();
  app.add_option("--port", options.server.port)->required();
  const std::map<std::string, http::MailTls> kinds = {
      {"none", http::MailTls::kNone},
      {"starttls", http::MailTls::kStartTls},
      {"tls", http::MailTls::kTls}};
  app.add_option("--tls", options.server.tls)
      ->transform(CLI::CheckedTransformer(kinds));
  app.add_option("--user", options.server.user);
  app.add_option("--password", options.server.password);
  app.add_option("--ca", options.ca_file);
  app.add_option("--to", options.to);
  app.add_option("--notice", options.notice);
  app.add_option("--count", options.count);
  app.add_option("--connections", options.connections);
  app.add_option("--per-second", options.per_second);
  app.add_flag("--figures", options.figures);
  CLI11_PARSE(app, argc, argv);
  return send_all(options);
}
