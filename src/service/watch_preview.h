// What would have been told of a page if another part of it had been watched, or in
// another way.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "control/archives.h"
#include "model/version.h"
#include "service/source_edit.h"
#include "service/versions.h"
#include "store/store.h"

namespace curlew::service {

struct WatchPreview {
  // What of the newest version would be looked at, a block a line.
  std::string part_text;
  // Elements that the part's selector finds in it; 1 for the whole page.
  std::size_t matches = 1;
  // That were compared.
  std::size_t versions = 0;
  // The newest first, with what would have been said of each.
  std::vector<model::Version> reported;
  // Those that would have been passed over.
  std::vector<model::Version> others;
};

// So many of the newest versions are read, which bounds what a look costs.
inline constexpr std::size_t kMostCompared = 30;

// kUsage where a selector or an expression is wrong, and for data, which have no parts;
// kNotFound where no version is kept.
Result<WatchPreview> preview_watch(store::Store& store, control::Archives& archives,
                                   const Document& document, const WatchEdit& edit,
                                   parse::PdfReader* pdf = nullptr);

}  // namespace curlew::service
