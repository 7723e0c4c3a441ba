// What is kept beside a version and belongs to it, such as a context, a picture or
// the redirects that led to it: the metadata record of the version names the place, in
// a field of its own.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.h"
#include "model/version.h"

namespace curlew::pipeline {

// The fields.
inline constexpr std::string_view kContextFact = "jsonldContext";
inline constexpr std::string_view kPictureFact = "screenshot";
inline constexpr std::string_view kRedirectFact = "redirectedFrom";

struct KeptPart {
  model::KeptAt place;
  // Its address; empty where the field says enough.
  std::string name;
};

// "SEGMENT OFFSET LENGTH NAME": parts lie in the archive of their version.
std::string to_fact(const KeptPart& part);
std::optional<KeptPart> parse_fact(std::string_view fact, const std::string& terminal);

// All that the facts of a version in the archive of that terminal name.
std::vector<model::KeptAt> kept_parts(const http::Headers& facts,
                                      const std::string& terminal);

}  // namespace curlew::pipeline
