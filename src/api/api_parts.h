// What operations of the API need beside the store: who looks at addresses, where
// versions lie, how visits are planned, how the machine is. What is absent is told as
// such, or its operation is refused (503).

#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "api/pictures.h"
#include "base/result.h"
#include "http/address_guard.h"
#include "model/source.h"
#include "model/topic.h"
#include "service/check_address.h"
#include "service/explain.h"
#include "service/operation.h"
#include "service/search.h"
#include "service/versions.h"

namespace curlew::api {

// All of it is called on several threads at a time, and outlives the operations.
struct ApiParts {
  // True from when the site ends: what waits for servers of others gives up.
  std::shared_ptr<std::atomic<bool>> is_stopping =
      std::make_shared<std::atomic<bool>>(false);
  // As service::look_at(), with this installation's manners. Both give up after a time,
  // and when the site ends.
  std::function<std::vector<service::Look>(const model::Source& source)> look = nullptr;
  // As service::fetch_examples().
  std::function<Result<std::vector<model::TopicExample>>(
      std::span<const std::string> urls)>
      fetch_examples = nullptr;
  // Of what goes out; nullopt: addresses are judged when they are asked.
  std::optional<http::AddressGuard> guard = std::nullopt;
  // As Pictures::get().
  std::function<std::shared_ptr<const Picture>(const std::string& url)> picture =
      nullptr;
  control::Archives* archives = nullptr;
  // Null: PDF documents are not read.
  parse::PdfReader* pdf = nullptr;
  const service::PlanningOptions* planning = nullptr;
  // Null: without synonyms.
  const query::Dictionary* dictionary = nullptr;
  std::function<service::MachineFacts()> machine = nullptr;
  fetch::Politeness politeness = {};
  service::ConfiguredKeeping keeping = {};
  std::vector<std::string> terminal_caches = {};
};

}  // namespace curlew::api
