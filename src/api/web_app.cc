#include "api/web_app.h"

#include <array>
#include <string>
#include <string_view>

#include "api/web_files.h"
#include "base/check.h"
#include "http/accept_encoding.h"

namespace curlew::api {
namespace {

using http::Access;
using http::Cache;
using http::Call;
using http::ProblemForm;
using http::Reply;
using http::ServerResponse;

// Addresses of views. The page finds out by itself which one it is
// (web/src/app/views.tsx).
constexpr std::string_view kViews[] = {
    "/",
    "/articles",
    "/clips",
    "/delay",
    "/login",
    "/more",
    "/operation",
    "/problems",
    "/settings",
    "/settings/{part}",
    "/sources",
    "/sources/{id}",
    "/sources/{id}/versions",
    "/topics",
    "/topics/{id}",
    "/welcome",
};

const WebFile* find_web_file(std::string_view path) {
  for (const WebFile& file : web_files()) {
    if (file.path == path) return &file;
  }
  return nullptr;
}

// In the form that the client likes best. Each has a validator of its own, as the
// router makes it of the bytes that are sent.
ServerResponse encoded(const WebFile& file, const http::ServerRequest& request) {
  static constexpr std::array<std::string_view, 2> kForms = {"br", "gzip"};
  const auto form = http::preferred_encoding(
      http::joined_header(request.headers, "Accept-Encoding"), kForms);
  ServerResponse response;
  response.headers = {{"Vary", "Accept-Encoding"}};
  if (form.empty()) {
    response.body = file.plain;
    return response;
  }
  response.headers.emplace_back("Content-Encoding", form);
  response.body = form == "br" ? file.brotli : file.gzip;
  return response;
}

http::Route make_file_route(std::string_view pattern, const WebFile& file) {
  return {.pattern = std::string(pattern),
          .access = Access::kPublic,
          .policy = {.content_type = file.type,
                     .cache = Cache::kRevalidate,
                     .content_security = web_content_policy()},
          .problems = ProblemForm::kText,
          .handler = [&file](const Call& call, const Reply& reply) {
            reply(encoded(file, call.request));
          }};
}

void send_asset(const Call& call, const Reply& reply) {
  const WebFile* file = find_web_file(call.request.path);
  if (file == nullptr) {
    return reply.fail({404, "No such file", "The page was built anew: load it again."});
  }
  ServerResponse response = encoded(*file, call.request);
  response.headers.emplace_back("Content-Type", file->type);
  reply(std::move(response));
}

}  // namespace

std::vector<http::Route> make_web_app_routes() {
  const WebFile* page = find_web_file("/index.html");
  const WebFile* mark = find_web_file("/favicon.ico");
  CHECK(page != nullptr && mark != nullptr);
  std::vector<http::Route> routes;
  for (const std::string_view view : kViews) {
    routes.push_back(make_file_route(view, *page));
  }
  routes.push_back(make_file_route(mark->path, *mark));
  routes.push_back({.pattern = "/assets/{file}",
                    .access = Access::kPublic,
                    .policy = {.cache = Cache::kImmutable},
                    .problems = ProblemForm::kText,
                    .handler = send_asset});
  return routes;
}

}  // namespace curlew::api
