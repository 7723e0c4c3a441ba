// What the two sources of ContextProcessor share, and the names of errors.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parse/rdf/jsonld/context.h"

namespace curlew::parse {

// `code` is one of the specification's (JsonLdErrorCode).
Error jsonld_error(std::string_view code, std::string_view detail = {});

inline bool is_direction(std::string_view text) {
  return text == "ltr" || text == "rtl";
}

// The terms of one local context while they are defined.
struct ContextProcessor::Defining {
  JsonLdContext& active;
  const model::Json& local;
  // True when a term is defined, false while it is.
  std::map<std::string, bool, std::less<>> defined;
  const std::string& base_url;
  bool is_protected = false;
  bool override_protected = false;
  const std::vector<std::string>& remote;
};

}  // namespace curlew::parse
