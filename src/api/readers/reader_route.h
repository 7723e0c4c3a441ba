// How the routes of reader apps are declared, whichever protocol they speak. Their
// addresses and answers are what existing apps expect; docs/reader-apps.md says which
// app takes which.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "api/page_pool.h"
#include "api/readers/form_fields.h"
#include "api/route.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/sealing.h"
#include "http/router.h"
#include "model/ids.h"
#include "store/store.h"

namespace curlew::api {

// What a handler is told.
struct ReaderAsked {
  const http::Call& call;
  const FormFields fields;
  // Of this thread; to be written to where the route says so.
  store::Store& store;
  Time now;
  // Seals the login that an added feed's address may have.
  const KeyReader& key;

  // 0, "": nobody's app, where the route lets it in.
  model::UserId user() const { return {call.context.caller.user_id}; }
  const std::string& user_name() const { return call.context.caller.user; }
};

struct ReaderRoute {
  std::string method = "GET";
  std::string pattern;
  http::Access access = http::Access::kNobody;
  StoreUse use = StoreUse::kRead;
  std::function<Result<Answer>(const ReaderAsked&)> handler;
  // How the protocol tells what went wrong.
  std::function<Answer(int status, const std::string& text)> refuse;
  Form form;
};

// All of them, of all protocols.
std::vector<ReaderRoute> make_reader_routes();

// The route as a page of the pool: what its user did wrong is told in the protocol's
// form. `key` and `clock` must outlive it.
Page to_page(const ReaderRoute& route, const KeyReader& key, const Clock& clock);

// An answer with this status.
inline Answer with_status(int status, std::string text) {
  Body body(std::move(text));
  body.status = status;
  return body;
}

}  // namespace curlew::api
