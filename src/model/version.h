// A version of a document that is kept, and where.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "model/change.h"
#include "model/ids.h"
#include "model/watching.h"

namespace curlew::model {

// In the archive of the terminal that fetched it.
struct KeptAt {
  std::string terminal;
  // The WARC file, where in it the record begins, and how long it is.
  std::string segment;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;

  bool operator==(const KeptAt&) const = default;
};

// What of a data document differs from the version before, in triples, rows or paths.
struct DataCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t edited = 0;

  bool operator==(const DataCounts&) const = default;
};

struct Version {
  SourceId source;
  // Of an article's page; none: of the source itself.
  ArticleId article;
  // What was asked for, without a fragment.
  std::string url;
  // When it was fetched. A document has one version a moment.
  Time seen;
  // "sha256:…" of the payload.
  std::string digest;
  std::string media_type;
  std::uint64_t bytes = 0;
  KeptAt place;
  // What differs from the version before; none in the first one.
  ChangeKinds kinds;
  // How much of it: 0 … 1.
  double score = 0;
  // For people, one line.
  std::string summary;
  // An error page in place of the document: the next one is compared with the version
  // before.
  bool is_error = false;
  // A user said that it is no change.
  bool is_no_change = false;
  // What is kept beside it and goes with it: contexts, a picture.
  std::vector<KeptAt> parts = {};
  // Of data that were compared with the version before.
  std::optional<DataCounts> data = {};
  // Those of the document after it; none where its content is not watched.
  std::optional<ChangeCounters> counters = {};

  bool operator==(const Version&) const = default;
};

// What a terminal is told of a document whose content it watches.
struct DocumentWatch {
  Watching watching;
  // Every payload is kept, changed to a reader's eye or not.
  bool keeps_all = false;
  // The last version that is no error page; digest and place.
  std::string last_digest;
  KeptAt last;
  // What was learned of its noise (detect/page/notes.h, or thesis.h).
  std::string notes;

  bool operator==(const DocumentWatch&) const = default;
};

// What a terminal found in such a document.
struct DocumentFindings {
  // A new version, if one was kept. Its source and article are those of the visit.
  std::optional<Version> version;
  // In place of those of the order, when they differ.
  std::optional<std::string> notes;

  bool operator==(const DocumentFindings&) const = default;
};

}  // namespace curlew::model
