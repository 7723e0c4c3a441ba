// What the two sources of ContextProcessor share, and the names of errors.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parse/rdf/jsonld/context.h"

namespace curlew::parse {

// `code` is one of the specification's (JsonLdErrorCode).
Error jsonld_error(std::string_view code, std::string_view detail = {});

// Of a context's texts that are copied.
inline constexpr std::size_t kBytesAStep = 8;

inline bool is_direction(std::string_view text) {
  return text == "ltr" || text == "rtl";
}

// The terms of one local context while they are defined.
struct ContextProcessor::Defining {
  Defining(JsonLdContext& context, const model::Json& local, const std::string& url,
           const std::vector<std::string>& remote_contexts)
      : active(context), base_url(url), remote(remote_contexts) {
    for (std::size_t i = 0; i < local.keys.size(); ++i)
      local_members.emplace(local.keys[i], &local.items[i]);
  }

  // One definition that another asked for, while it is made.
  class Level {
   public:
    explicit Level(Defining& defining) : depth_(defining.depth) { ++depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ~Level() { --depth_; }

   private:
    int& depth_;
  };

  bool is_local(std::string_view name) const { return local_members.contains(name); }

  JsonLdContext& active;
  // Of the local context: large ones have thousands.
  std::unordered_map<std::string_view, const model::Json*> local_members;
  // True when a term is defined, false while it is.
  std::map<std::string, bool, std::less<>> defined;
  const std::string& base_url;
  const std::vector<std::string>& remote;
  bool is_protected = false;
  bool override_protected = false;
  int depth = 0;
};

}  // namespace curlew::parse
