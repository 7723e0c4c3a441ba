#include "apps/run/publisher_thread.h"

#include <utility>

#include "apps/commands/context.h"
#include "apps/commands/installation_key.h"
#include "apps/config/options.h"
#include "base/log.h"
#include "publish/mail/address.h"
#include "publish/personal_address.h"
#include "store/epoch.h"

namespace curlew::apps {
namespace {

// It is woken when there is something to send.
constexpr Milliseconds kPublisherStep{500};
// For a program that holds up the store: what could not be noted is noted later.
constexpr Milliseconds kPublisherPatience{1'500};

// The mail server as it is configured, or nullptr.
Result<std::unique_ptr<http::MailClient>> make_mail(const Config& config,
                                                    const Clock& clock) {
  if (config.mail.host.empty()) return std::unique_ptr<http::MailClient>();
  http::MailClientOptions options;
  options.server.host = config.mail.host;
  options.server.port = config.mail.port;
  options.server.user = config.mail.user;
  if (config.mail.tls == "starttls") options.server.tls = http::MailTls::kStartTls;
  if (config.mail.tls == "tls") options.server.tls = http::MailTls::kTls;
  if (!config.mail.password_file.empty()) {
    TRY_ASSIGN(options.server.password, password_in(config.mail.password_file));
  }
  return http::make_mail_client(std::move(options), clock);
}

}  // namespace

Result<std::unique_ptr<PublisherThread>> PublisherThread::start(
    const Config& config, const PublisherThreadOptions& given, const Clock& clock) {
  control::PublisherOptions options;
  TRY_ASSIGN(options.sender.from, publish::parse_mail_address(config.mail.from));
  options.sender.installation = given.installation;
  options.base_url = given.base_url;
  options.metrics = given.metrics;
  options.key = key_reader(config);
  options.sender.stop_url = [base = given.base_url,
                             read_key = options.key](model::WatchlistId list) {
    const auto key = read_key();
    return base.empty() || !key.ok()
               ? std::string()
               : base + publish::stop_path(publish::stop_token(*key, list));
  };
  TRY_ASSIGN(auto mail, make_mail(config, clock));
  TRY_ASSIGN(const auto place, store_place(config));
  TRY_ASSIGN(auto store,
             store::open_fenced_store(place, given.epoch, kPublisherPatience));
  return std::unique_ptr<PublisherThread>(
      new PublisherThread(std::move(options), config, given.epoch, std::move(store),
                          std::move(mail), clock));
}

PublisherThread::PublisherThread(control::PublisherOptions options,
                                 const Config& config, std::int64_t epoch,
                                 std::unique_ptr<store::Store> store,
                                 std::unique_ptr<http::MailClient> mail,
                                 const Clock& clock)
    : epoch_(epoch),
      store_(std::move(store)),
      mail_(std::move(mail)),
      web_(http::make_curl_client(client_options(config), clock)),
      publisher_(std::move(options), *store_, mail_.get(), *web_, clock),
      thread_([this] { run(); }) {}

PublisherThread::~PublisherThread() {
  stopping_ = true;
  publisher_.wake();
  thread_.join();
}

void PublisherThread::run() {
  std::string last_error;
  while (!stopping_) {
    const auto stepped = publisher_.step(kPublisherStep);
    const std::string error = stepped.ok() ? "" : stepped.error().text;
    // The same trouble once, however long it lasts.
    if (!error.empty() && error != last_error) log_error("publisher: {}", error);
    last_error = error;
    if (error.empty()) continue;
    const auto deposed = store::is_deposed(*store_, epoch_);
    if (deposed.ok() && *deposed) return;
    std::this_thread::sleep_for(kPublisherStep);
  }
}

}  // namespace curlew::apps
