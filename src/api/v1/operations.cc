#include "api/v1/operations.h"

#include <utility>

namespace curlew::api {
namespace {

void append(std::vector<Operation>& all, std::vector<Operation> group) {
  for (Operation& each : group) all.push_back(std::move(each));
}

}  // namespace

std::vector<Operation> all_operations(const ApiContext& context) {
  std::vector<Operation> all;
  all.push_back({.id = "openapi",
                 .pattern = "/openapi.json",
                 .access = http::Access::kPublic,
                 .handler = [](const Asked&) -> Result<Answer> {
                   return Answer(std::string(openapi_document()));
                 }});
  append(all, session_operations(context));
  append(all, me_operations(context));
  append(all, users_operations(context));
  append(all, article_operations(context));
  append(all, clip_operations(context));
  append(all, source_operations(context));
  append(all, source_detail_operations(context));
  append(all, version_operations(context));
  append(all, topic_operations(context));
  append(all, health_operations(context));
  all.push_back(
      {.id = "events",
       .pattern = "/events",
       .access = http::Access::kReader,
       .handler = nullptr,
       .at_once = [&events = context.events](
                      const http::Call& call,
                      const http::Reply& reply) { events.subscribe(call, reply); },
       .content_type = "text/event-stream"});
  return all;
}

}  // namespace curlew::api
