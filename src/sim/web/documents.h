// Pages and data documents that change in place: a price list, a statute that is
// amended, and tables and graphs on a data portal.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/web/tempo.h"

namespace curlew::sim {

enum class DocumentKind { kPage, kData };

struct Document {
  // Its host is "<site>.localhost".
  std::string_view site;
  std::string_view path;
  std::string_view title;
  DocumentKind kind = DocumentKind::kPage;
  std::string_view content_type;
  // How often it changes.
  VirtualHours change_interval{24};
  // Its n-th version, counted from 0.
  std::string (*write)(std::uint64_t seed, std::int64_t version) = nullptr;
};

std::span<const Document> all_documents();
// nullptr when there is none.
const Document* find_document(std::string_view site, std::string_view path);

struct DocumentVersion {
  std::int64_t number = 0;
  // A whole second.
  Time since;
};
DocumentVersion current_version(const Document& document, const Tempo& tempo, Time now);

}  // namespace curlew::sim
