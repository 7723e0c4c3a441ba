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
  return all;
}

}  // namespace curlew::api
