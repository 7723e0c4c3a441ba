// The versions of documents that are watched: which there are, what one says, what
// differs between two of them, and that a change was none.
//
//   TRY_ASSIGN(const Document document, find_document(store, "example.org", viewer));
//   TRY_ASSIGN(const auto version, find_version(store, document, moment));
//   TRY_ASSIGN(const auto content, archives.read(version.place));

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "archive/capture.h"
#include "base/result.h"
#include "base/time.h"
#include "control/archives.h"
#include "detect/data/data_change.h"
#include "detect/diff/view.h"
#include "detect/picture/compare_pictures.h"
#include "model/source.h"
#include "model/version.h"
#include "parse/pdf/pdf_reader.h"
#include "service/find_source.h"
#include "service/moment.h"
#include "store/store.h"

namespace curlew::service {

// Whose versions are meant, and who asks.
struct Document {
  std::string url;
  // None: an address that is no source's, such as that of an article.
  std::optional<model::Source> source;
  Viewer viewer;
  // What was learned of its noise (detect/page/notes.h).
  std::string notes = {};
};

// A source as find_source() knows it, or an address of which versions are kept.
// kNotFound.
Result<Document> find_document(store::Store& store, std::string_view word,
                               Viewer viewer = {});

// The newest first, `limit` of those that were seen before `before`.
Result<std::vector<model::Version>> list_versions(store::Store& store,
                                                  const Document& document, Time before,
                                                  std::size_t limit);

// Days on which versions were seen, the newest first; at most a year of them.
Result<std::vector<store::Versions::DayCount>> list_version_days(
    store::Store& store, const Document& document);

// When the versions before and behind one were seen.
struct Neighbours {
  std::optional<Time> previous;
  std::optional<Time> next;
};
Result<Neighbours> find_neighbours(store::Store& store, const Document& document,
                                   const model::Version& version);

// The version whose change an article tells of; nullopt: it tells of something else.
Result<std::optional<model::Version>> told_version(store::Store& store,
                                                   const store::ArticleRow& article);

// The one that was in force at the end of that moment; nullopt: now. kNotFound says
// when the first one was seen.
Result<model::Version> find_version(store::Store& store, const Document& document,
                                    const std::optional<Moment>& moment);

// An older version and a newer one.
struct VersionPair {
  model::Version old;
  model::Version now;
};
// Of two moments those in force; of one, that and the newest; of none, the last two.
// kNotFound when both are the same.
Result<VersionPair> find_pair(store::Store& store, const Document& document,
                              std::span<const Moment> moments);

// What a reader sees of it, a block a line; of data its text. `pdf` reads PDF
// documents; nullptr: they are not read, and the error says what to do.
Result<std::string> readable_text(const archive::Content& content,
                                  const model::Version& version,
                                  parse::PdfReader* pdf = nullptr);

// Pages by their blocks, as the rules of the source have it, with what is noise told
// apart; data by what it says.
using Difference = std::variant<detect::PageView, detect::DataChange>;
Result<Difference> compare_versions(control::Archives& archives,
                                    const Document& document, const VersionPair& pair,
                                    parse::PdfReader* pdf = nullptr);

// What both look like, as PNG, and where they differ.
struct LookDifference {
  std::string old;
  std::string now;
  detect::PictureChange change;
};
// nullopt where one of them has no picture: it was not rendered.
Result<std::optional<LookDifference>> compare_looks(control::Archives& archives,
                                                    const VersionPair& pair);

// A user says that the version of that moment is no change. The places of the page
// where it differs from the version before are noise from now on. kNotFound when none
// was seen then; kUsage where nothing can be learned of it. Returns the version.
Result<model::Version> say_no_change(store::Store& store, control::Archives& archives,
                                     const Document& document, const Moment& moment,
                                     parse::PdfReader* pdf = nullptr);
// He takes it back: it is a change as it was, and its places are judged by what was
// learned of them.
Result<model::Version> say_change(store::Store& store, control::Archives& archives,
                                  const Document& document, const Moment& moment,
                                  parse::PdfReader* pdf = nullptr);

}  // namespace curlew::service
