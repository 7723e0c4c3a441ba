#include "service/versions.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/markup_escape.h"
#include "detect/page/detect.h"
#include "dom/document.h"
#include "model/mask.h"
#include "parse/charset.h"
#include "parse/data.h"
#include "parse/feed.h"
#include "parse/html/page.h"
#include "pipeline/compare_data.h"
#include "pipeline/contexts.h"
#include "pipeline/looks.h"
#include "pipeline/page_tree.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "service/kept_page.h"
#include "service/source_address.h"
#include "store/no_change.h"
#include "store/version_times.h"

namespace curlew::service {
namespace {

using model::Version;

constexpr std::size_t kAll = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kAtATime = 100;

// What a user does not see is not there.
Result<std::vector<Version>> seen_of_url(store::Store& store, const Document& document,
                                         Time before, std::size_t limit) {
  std::vector<Version> found;
  std::vector<model::SourceId> visible;
  if (document.viewer) {
    TRY_ASSIGN(visible, store.subscriptions().visible_sources(*document.viewer));
  }
  while (found.size() < limit) {
    TRY_ASSIGN(auto some, store.versions().of_url(document.url, before,
                                                  std::max(limit, kAtATime)));
    if (some.empty()) break;
    before = some.back().seen;
    for (Version& each : some) {
      const bool is_seen =
          !document.viewer || std::ranges::binary_search(visible, each.source);
      if (is_seen && found.size() < limit) found.push_back(std::move(each));
    }
  }
  return found;
}

std::string shown(const Document& document) {
  return model::masked_address(document.url);
}

Error none_kept(const Document& document) {
  const bool is_watched =
      document.source && model::is_content_watched(*document.source);
  return {ErrorKind::kNotFound,
          fmt::format("{}: no version is kept yet{}", shown(document),
                      is_watched ? ""
                                 : "; curlew add URL --kind page --watch changes, or "
                                   "--archive for a feed, keeps them")};
}

// No version is as old as that.
Error none_before(store::Store& store, const Document& document, Time time) {
  const auto all = list_versions(store, document, kNever, kAll);
  if (!all.ok()) return all.error();
  if (all->empty()) return none_kept(document);
  return {ErrorKind::kNotFound,
          fmt::format("{}: no version before {}; the first is of {}", shown(document),
                      to_iso8601(time), to_iso8601(all->back().seen))};
}

// A feed as a page of its entries, so that it can be read and compared like one;
// nullopt: it is none.
std::optional<std::string> page_of_feed(const archive::Content& content) {
  const auto feed = parse::parse_feed(
      content.body,
      {.url = content.url,
       .content_type = pipeline::header_or_empty(content.headers, "Content-Type")});
  if (!feed.ok()) return std::nullopt;
  std::string html = fmt::format("<meta charset=utf-8><title>{0}</title><h1>{0}</h1>",
                                 escaped_markup(feed->title));
  for (const model::Entry& entry : feed->entries) {
    html += fmt::format("<h2>{}</h2>\n<p>{}</p>\n<div>{}</div>\n",
                        escaped_markup(entry.title), escaped_markup(entry.link),
                        entry.content.empty() ? entry.summary : entry.content);
  }
  return html;
}

bool is_feed(const Document& document) {
  return document.source && (document.source->kind == model::SourceKind::kFeed ||
                             document.source->kind == model::SourceKind::kAuto);
}

bool is_data(const Document& document, const Version& version) {
  if (document.source && document.source->kind != model::SourceKind::kPage) {
    return document.source->kind == model::SourceKind::kData ||
           document.source->kind == model::SourceKind::kSparql;
  }
  return !version.media_type.empty() && !pipeline::is_page_type(version.media_type) &&
         !pipeline::is_pdf_type(version.media_type);
}

Result<detect::Rules> rules_of(const Document& document) {
  if (!document.source) return detect::Rules();
  return detect::make_rules(detect::to_rule_options(document.source->watching));
}

// The text of a PDF as a page; of a page, itself.
Result<std::string> html_of(const archive::Content& content, parse::PdfReader* pdf) {
  const std::string type = pipeline::header_or_empty(content.headers, "Content-Type");
  if (!pipeline::is_pdf_type(type)) return content.body;
  if (pdf == nullptr) return pipeline::no_pdf_reader();
  auto page = pdf->read(content.body, {});
  if (page.ok()) return page;
  return std::move(page).error().within(model::masked_address(content.url));
}

// By the contexts that are kept with it, and by nothing that is elsewhere.
Result<parse::Data> read_data(control::Archives& archives,
                              const archive::Content& content,
                              const model::KeptAt& place) {
  TRY_ASSIGN(const auto contexts,
             pipeline::kept_contexts(content, place, [&](const model::KeptAt& kept) {
               return archives.read(kept);
             }));
  return pipeline::read_kept_data(
      content, pipeline::header_or_empty(content.headers, "Content-Type"), contexts);
}

Result<detect::DataChange> compare_data(control::Archives& archives,
                                        const archive::Content& old,
                                        const archive::Content& now,
                                        const Document& document,
                                        const VersionPair& pair) {
  auto before = read_data(archives, old, pair.old.place);
  auto after = read_data(archives, now, pair.now.place);
  // Of JSON-LD whose contexts are not at hand, the tree still tells what differs.
  if (!before.ok() || !after.ok() || before->index() != after->index()) {
    const Error why{ErrorKind::kUnsupported,
                    fmt::format("{}: cannot be compared: {}", shown(document),
                                !after.ok()    ? after.error().text
                                : !before.ok() ? before.error().text
                                               : "they are data of two kinds")};
    before = pipeline::read_kept_data(old, "application/json", {});
    after = pipeline::read_kept_data(now, "application/json", {});
    if (!before.ok() || !after.ok()) return why;
  }
  detect::DataCompareOptions options;
  if (document.source) options.key = document.source->watching.keys;
  return pipeline::compare_data(*before, *after, options);
}

// What it was compared with when it was found.
Result<std::optional<Version>> compared_with(store::Store& store,
                                             const Document& document,
                                             const Version& version) {
  Time before = version.seen;
  while (true) {
    TRY_ASSIGN(const auto some, list_versions(store, document, before, kAtATime));
    for (const Version& each : some) {
      if (!each.is_error && !each.is_no_change) return std::optional(each);
    }
    if (some.size() < kAtATime) return std::optional<Version>();
    before = some.back().seen;
  }
}

Error cannot_learn(const Document& document, const Version& version,
                   std::string_view why) {
  return {ErrorKind::kUsage, fmt::format("{}: of the version of {} {}", shown(document),
                                         to_iso8601(version.seen), why)};
}

// Where the two differ, whatever is noise.
Result<detect::Change> change_between(control::Archives& archives,
                                      const Document& document, const VersionPair& pair,
                                      parse::PdfReader* pdf) {
  TRY_ASSIGN(const detect::Rules rules, rules_of(document));
  TRY_ASSIGN(const archive::Content old_content, archives.read(pair.old.place));
  TRY_ASSIGN(const archive::Content new_content, archives.read(pair.now.place));
  ReadPage old;
  ReadPage now;
  TRY(read_page(old_content, rules, pdf, old));
  TRY(read_page(new_content, rules, pdf, now));
  return detect::detect_change({old.document, old.blocks, pair.old.seen},
                               {now.document, now.blocks, pair.now.seen}, {}, rules)
      .change;
}

// The thesis' detection knows no noise, and a feed has none. Where all that differs is
// noise by what was learned since, it was a change when it was found, and is shown.
std::vector<bool> noise_between(const Document& document, const detect::Rules& rules,
                                const detect::PageVersion& old,
                                const detect::PageVersion& now) {
  const bool is_thesis =
      document.source && document.source->watching.detector == model::Detector::kThesis;
  if (is_thesis || is_feed(document)) return {};
  const auto known = detect::parse_notes(document.notes);
  const detect::PageNotes notes = known.ok() ? *known : detect::PageNotes();
  const auto find = [&](const detect::PageNotes& by) {
    return detect::find_noise(old, now, by, rules);
  };
  std::vector<bool> noise = find(notes);
  if (std::ranges::find(noise, false) != noise.end()) return noise;
  detect::PageNotes said;
  said.keep_said(notes);
  return find(said);
}

Result<void> expect_learnable(const Document& document, const Version& version) {
  if (!document.source || version.article.value != 0) {
    return cannot_learn(document, version, "nothing is learned: it is no source's own");
  }
  if (is_data(document, version) || is_feed(document)) {
    return cannot_learn(document, version,
                        "nothing is learned: data have no noisy parts; only what says "
                        "something else is told");
  }
  if (document.source->watching.detector == model::Detector::kThesis) {
    return cannot_learn(document, version,
                        "nothing is learned: --detector thesis counts changes by "
                        "itself; --detector own learns");
  }
  return {};
}

}  // namespace

Result<void> read_page(const archive::Content& content, const detect::Rules& rules,
                       parse::PdfReader* pdf, ReadPage& page) {
  TRY_ASSIGN(const std::string html, html_of(content, pdf));
  const auto facts = parse::parse_html_page(
      html, pipeline::header_or_empty(content.headers, "Content-Type"), page.document);
  if (facts.cut != parse::PageCut::kNone) {
    return Error{ErrorKind::kLimit, fmt::format("{}: cannot be compared: {}",
                                                model::masked_address(content.url),
                                                pipeline::why_cut(facts.cut))};
  }
  page.blocks = rules.read(page.document);
  return {};
}

Result<Document> find_document(store::Store& store, std::string_view word,
                               Viewer viewer) {
  auto source = find_source(store, word, viewer);
  if (source.ok()) {
    TRY_ASSIGN(std::string notes, store.versions().notes(source->source.id));
    return Document{pipeline::document_url(source->source.url), source->source, viewer,
                    std::move(notes)};
  }
  if (source.error().kind != ErrorKind::kNotFound) return std::move(source).error();
  const auto address = parse_source_address(word);
  if (!address.ok()) return std::move(source).error();
  Document document{pipeline::document_url(address->url), {}, viewer};
  TRY_ASSIGN(const auto versions, seen_of_url(store, document, kNever, 1));
  if (versions.empty()) return std::move(source).error();
  return document;
}

Result<std::vector<Version>> list_versions(store::Store& store,
                                           const Document& document, Time before,
                                           std::size_t limit) {
  if (!document.source) return seen_of_url(store, document, before, limit);
  return store.versions().of_source(document.source->id, before, limit);
}

Result<std::vector<store::Versions::DayCount>> list_version_days(
    store::Store& store, const Document& document) {
  constexpr std::size_t kDays = 366;
  if (!document.source) return std::vector<store::Versions::DayCount>();
  return store.versions().days_of(document.source->id, kDays);
}

Result<Neighbours> find_neighbours(store::Store& store, const Document& document,
                                   const Version& version) {
  // As list_versions() has them: of the source, or of an address as far as it is seen.
  TRY_ASSIGN(
      const auto times,
      document.source
          ? store::times_around(store.database(), document.source->id, version.seen)
          : store::times_around(store.database(), document.url, version.seen,
                                document.viewer.value_or(model::UserId{})));
  return Neighbours{times.previous, times.next};
}

Result<std::optional<Version>> told_version(store::Store& store,
                                            const store::ArticleRow& article) {
  TRY_ASSIGN(auto version,
             store.versions().at(pipeline::document_url(article.url), article.found));
  const bool is_told = version && version->seen == article.found &&
                       version->source == article.source && !version->article;
  if (!is_told) version.reset();
  return version;
}

Result<Version> find_version(store::Store& store, const Document& document,
                             const std::optional<Moment>& moment) {
  const Time before = moment ? moment->last + Milliseconds(1) : kNever;
  TRY_ASSIGN(auto found, list_versions(store, document, before, 1));
  if (!found.empty()) return std::move(found.front());
  return moment ? none_before(store, document, moment->last) : none_kept(document);
}

Result<VersionPair> find_pair(store::Store& store, const Document& document,
                              std::span<const Moment> moments) {
  if (moments.empty()) {
    TRY_ASSIGN(auto last, list_versions(store, document, kNever, kAtATime));
    if (last.empty()) return none_kept(document);
    // An address that two sources have is kept by each of them.
    const auto before =
        std::find_if(last.begin() + 1, last.end(), [&](const auto& each) {
          return each.source == last[0].source && each.article == last[0].article;
        });
    if (before != last.end()) {
      return VersionPair{std::move(*before), std::move(last[0])};
    }
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: there is one version only, of {}", shown(document),
                             to_iso8601(last[0].seen))};
  }
  TRY_ASSIGN(Version old, find_version(store, document, moments[0]));
  std::optional<Moment> then;
  if (moments.size() > 1) then = moments[1];
  TRY_ASSIGN(Version now, find_version(store, document, then));
  if (old.seen == now.seen) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: at both times the version of {} was in force",
                             shown(document), to_iso8601(old.seen))};
  }
  if (old.seen > now.seen) std::swap(old, now);
  return VersionPair{std::move(old), std::move(now)};
}

Result<std::string> readable_text(const archive::Content& content,
                                  const Version& version, parse::PdfReader* pdf) {
  const std::string type = pipeline::header_or_empty(content.headers, "Content-Type");
  if (!version.media_type.empty() && !pipeline::is_page_type(version.media_type) &&
      !pipeline::is_pdf_type(version.media_type)) {
    return parse::to_utf8(content.body, {.http = parse::charset_of_content_type(type)})
        .text;
  }
  TRY_ASSIGN(const std::string html, html_of(content, pdf));
  dom::Document page;
  parse::parse_html_page(html, type, page);
  const detect::PageBlocks blocks = detect::read_blocks(page);
  std::string text;
  for (const detect::Block& block : blocks.blocks) {
    text.append(blocks.text_of(block)).append("\n");
  }
  return text;
}

Result<Difference> compare_versions(control::Archives& archives,
                                    const Document& document, const VersionPair& pair,
                                    parse::PdfReader* pdf) {
  TRY_ASSIGN(archive::Content old_content, archives.read(pair.old.place));
  TRY_ASSIGN(archive::Content new_content, archives.read(pair.now.place));
  if (is_feed(document)) {
    for (archive::Content* each : {&old_content, &new_content}) {
      if (auto page = page_of_feed(*each)) {
        each->body = *std::move(page);
        each->headers = {{"Content-Type", "text/html; charset=utf-8"}};
      }
    }
  }
  if (is_data(document, pair.now)) {
    TRY_ASSIGN(auto change,
               compare_data(archives, old_content, new_content, document, pair));
    return Difference(std::move(change));
  }
  TRY_ASSIGN(const detect::Rules rules, rules_of(document));
  ReadPage old;
  ReadPage now;
  TRY(read_page(old_content, rules, pdf, old));
  TRY(read_page(new_content, rules, pdf, now));
  const std::string old_name = to_iso8601(pair.old.seen);
  const std::string new_name = to_iso8601(pair.now.seen);
  const std::string title =
      now.blocks.title.empty() ? shown(document) : now.blocks.title;
  return Difference(detect::PageView(
      old.blocks, now.blocks,
      {.old_name = old_name,
       .new_name = new_name,
       .title = title,
       .noise =
           noise_between(document, rules, {old.document, old.blocks, pair.old.seen},
                         {now.document, now.blocks, pair.now.seen}),
       .markup = detect::compare_markup({old.document, old.blocks},
                                        {now.document, now.blocks})}));
}

Result<std::optional<LookDifference>> compare_looks(control::Archives& archives,
                                                    const VersionPair& pair) {
  const auto picture_of =
      [&](const Version& version) -> Result<std::optional<std::string>> {
    TRY_ASSIGN(const archive::Content content, archives.read(version.place));
    return pipeline::kept_picture(
        content, version.place,
        [&](const model::KeptAt& place) { return archives.read(place); });
  };
  TRY_ASSIGN(auto old, picture_of(pair.old));
  TRY_ASSIGN(auto now, picture_of(pair.now));
  if (!old || !now) return std::optional<LookDifference>();
  TRY_ASSIGN(auto change, pipeline::compare_looks(*old, *now));
  return std::optional(
      LookDifference{*std::move(old), *std::move(now), std::move(change)});
}

namespace {

enum class Saying { kNoChange, kChange };

Result<Version> say(Saying saying, store::Store& store, control::Archives& archives,
                    const Document& document, const Moment& moment,
                    parse::PdfReader* pdf) {
  const bool is_no_change = saying == Saying::kNoChange;
  TRY_ASSIGN(Version version, find_version(store, document, moment));
  if (version.seen < moment.first) {
    return Error{ErrorKind::kNotFound,
                 fmt::format("{}: no version was seen then; the one before is of {}",
                             shown(document), to_iso8601(version.seen))};
  }
  if (version.is_no_change == is_no_change) return version;
  TRY(expect_learnable(document, version));
  TRY_ASSIGN(const auto before, compared_with(store, document, version));
  if (!before) {
    return cannot_learn(document, version, "nothing is learned: it is the first one");
  }
  // Outside of the transaction: it takes its time.
  TRY_ASSIGN(const detect::Change change,
             change_between(archives, document, {*before, version}, pdf));
  // The next visit is compared with the version before again: what is not known to be
  // noise by then would be told once more.
  const bool is_error = change.kinds.has(model::ChangeKind::kErrorPage);
  if (is_no_change && change.parts.empty() && !is_error) {
    return cannot_learn(document, version,
                        "nothing is learned: its text is the same; curlew add "
                        "--changes-of says which kinds of changes are told");
  }
  TRY_ASSIGN(auto transaction, store.begin());
  TRY_ASSIGN(const std::string known, store.versions().notes(version.source));
  auto notes = detect::parse_notes(known);
  // Those of a later form are not ours to change.
  if (!notes.ok()) return std::move(notes).error().within(shown(document));
  if (is_no_change) {
    notes->add_not_a_change(change);
  } else {
    notes->take_back_not_a_change(change);
  }
  TRY(store.versions().save_notes(version.source, detect::to_bytes(*notes)));
  if (is_no_change) {
    TRY(store.versions().take_back(version));
  } else {
    version.score = change.score;
    TRY(store::give_back(store.database(), version));
  }
  TRY(transaction.commit());
  return find_version(store, document, moment);
}

}  // namespace

Result<Version> say_no_change(store::Store& store, control::Archives& archives,
                              const Document& document, const Moment& moment,
                              parse::PdfReader* pdf) {
  return say(Saying::kNoChange, store, archives, document, moment, pdf);
}

Result<Version> say_change(store::Store& store, control::Archives& archives,
                           const Document& document, const Moment& moment,
                           parse::PdfReader* pdf) {
  return say(Saying::kChange, store, archives, document, moment, pdf);
}

}  // namespace curlew::service
