// Gets the JSON-LD contexts that data documents name, through the guarded and polite
// fetcher like everything else, robots.txt included, and keeps those that are fresh at
// hand: one context serves thousands of documents.
//
//   loader.load({.urls = urls, .proxy = proxy}, [&](pipeline::ContextAnswers answers) {
//     …
//   });

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/time.h"
#include "fetch/fetcher.h"
#include "pipeline/contexts.h"

namespace curlew::control {

struct ContextOptions {
  // Says of us in the archive what requests say.
  std::string user_agent;
  // One that is fresh for less, or does not say, is asked for again after this.
  Milliseconds least_lifetime = std::chrono::minutes(10);
  // Held in memory; those that were used longest ago go first.
  std::size_t most = 200;
  Bytes most_bytes = 32_MiB;
};

// For the thread of its fetcher, which outlives it, as does the clock, and is not
// polled after its end.
class ContextLoader {
 public:
  ContextLoader(ContextOptions options, fetch::Fetcher& fetcher, const Clock& clock)
      : options_(std::move(options)), fetcher_(fetcher), clock_(clock) {}

  struct Wanted {
    std::vector<std::string> urls;
    // The way out of the source that wants them. Its other secrets stay at home: what
    // it gets would be another's, too.
    std::string proxy;
    std::int64_t source = 0;
  };
  using Done = std::function<void(pipeline::ContextAnswers)>;
  // `done` is called at once where all are at hand, else from the fetcher's poll().
  void load(const Wanted& wanted, Done done);

 private:
  // Who waits for how many of them.
  struct Wait {
    pipeline::ContextAnswers answers;
    std::size_t missing = 0;
    Done done;
  };
  struct Known {
    std::shared_ptr<const pipeline::FetchedContext> context;
    fetch::Validators validators;
    Time fresh_until;
    Time used;
    std::vector<std::shared_ptr<Wait>> waiting;
    // Under the address that its page names (Link, rel="alternate").
    bool is_alternate = false;
  };
  // Proxy and address.
  using Key = std::pair<std::string, std::string>;

  void ask(const Key& key, const std::string& url, std::int64_t source);
  void arrived(const Key& key, std::int64_t source, const fetch::FetchResult& result);
  void answer(Known& known, const std::string& url,
              const pipeline::ContextAnswer& found);
  void forget_oldest();

  const ContextOptions options_;
  fetch::Fetcher& fetcher_;
  const Clock& clock_;
  std::map<Key, Known> known_;
};

}  // namespace curlew::control
