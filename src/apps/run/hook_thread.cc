#include "apps/run/hook_thread.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "api/json.h"
#include "api/user_json.h"
#include "apps/commands/context.h"
#include "base/find_program.h"
#include "base/log.h"
#include "store/counters.h"
#include "store/epoch.h"

namespace curlew::apps {
namespace {

// How late something new is seen.
constexpr Milliseconds kHookStep{500};
constexpr Milliseconds kLookForEnd{20};
// For a program that holds up the store.
constexpr Milliseconds kHookPatience{1'500};

using Items = Result<std::vector<control::HookItem>>;

Items new_clips(store::Store& store, std::int64_t after, std::size_t limit) {
  TRY_ASSIGN(const auto clips, store.clips().after({after}, limit));
  std::vector<control::HookItem> items;
  for (const store::ClipRow& clip : clips) {
    items.push_back({clip.clip.id.value, api::to_json(clip) + "\n"});
  }
  return items;
}

Items new_articles(store::Store& store, std::int64_t after, std::size_t limit) {
  TRY_ASSIGN(const auto times, store.articles().times({after}, limit));
  std::vector<control::HookItem> items;
  for (const store::ArticleTimes& each : times) {
    TRY_ASSIGN(const auto article, store.articles().find(each.id));
    if (article) items.push_back({each.id.value, api::to_json(*article) + "\n"});
  }
  return items;
}

control::HookOptions hook_options(const Config& config, Metrics& metrics,
                                  const std::atomic<bool>& stopping) {
  control::HookOptions options;
  options.command = config.hook.command;
  // A name on the PATH is found once; start() has seen that it is there.
  options.command.front() =
      find_program(options.command.front()).value_or(options.command.front());
  options.at_once = config.hook.at_once;
  options.timeout = config.hook.timeout;
  options.stopping = &stopping;
  options.metrics = &metrics;
  if (config.hook.on == "article") {
    options.position = store::kHookArticle;
    options.read = new_articles;
    options.last_id = [](store::Store& store) -> Result<std::int64_t> {
      TRY_ASSIGN(const model::ArticleId last, store.articles().last_id());
      return last.value;
    };
  } else {
    options.position = store::kHookClip;
    options.read = new_clips;
    options.last_id = [](store::Store& store) -> Result<std::int64_t> {
      TRY_ASSIGN(const model::ClipId last, store.clips().last_id());
      return last.value;
    };
  }
  return options;
}

}  // namespace

Result<std::unique_ptr<HookThread>> HookThread::start(const Config& config,
                                                      std::int64_t epoch,
                                                      Metrics& metrics,
                                                      const Clock& clock) {
  TRY_ASSIGN(const auto place, store_place(config));
  TRY_ASSIGN(auto store, store::open_fenced_store(place, epoch, kHookPatience));
  const bool is_on = !config.hook.command.empty();
  const bool on_articles = config.hook.on == "article";
  if (!is_on || on_articles) TRY(control::forget_hook(*store, store::kHookClip));
  if (!is_on || !on_articles) TRY(control::forget_hook(*store, store::kHookArticle));
  if (!is_on) return std::unique_ptr<HookThread>();
  if (!find_program(config.hook.command.front())) {
    return Error{ErrorKind::kUsage,
                 fmt::format("hook.command: {} is not a program that is there",
                             config.hook.command.front())};
  }
  return std::unique_ptr<HookThread>(
      new HookThread(config, epoch, std::move(store), metrics, clock));
}

HookThread::HookThread(const Config& config, std::int64_t epoch,
                       std::unique_ptr<store::Store> store, Metrics& metrics,
                       const Clock& clock)
    : epoch_(epoch),
      store_(std::move(store)),
      hook_(hook_options(config, metrics, stopping_), *store_, clock),
      thread_([this] { run(); }) {}

HookThread::~HookThread() {
  stopping_ = true;
  thread_.join();
}

void HookThread::run() {
  std::string last_error;
  while (!stopping_) {
    const auto stepped = hook_.step();
    const std::string error = stepped.ok() ? "" : stepped.error().text;
    // The same trouble once, however long it lasts.
    if (!error.empty() && error != last_error) log_error("hook: {}", error);
    last_error = error;
    if (!error.empty()) {
      const auto deposed = store::is_deposed(*store_, epoch_);
      if (deposed.ok() && *deposed) return;
    } else if (*stepped) {
      continue;
    }
    for (Milliseconds slept{0}; slept < kHookStep && !stopping_; slept += kLookForEnd) {
      std::this_thread::sleep_for(kLookForEnd);
    }
  }
}

}  // namespace curlew::apps
