// An answer as the archive keeps it.

#pragma once

#include <string_view>

#include "archive/capture.h"
#include "pipeline/stages.h"

namespace curlew::pipeline {

archive::Capture to_capture(const Visit& visit);

// "sha256:…"
std::string digest_of(std::string_view payload);

// "text/html", in small letters, without parameters.
std::string media_type_of(const http::Headers& headers);

// The address of a document, under which its versions are found: as it is requested,
// without a fragment. Feeds link to pages in letters that no request has.
std::string document_url(std::string_view url);

}  // namespace curlew::pipeline
