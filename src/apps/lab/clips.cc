#include <fmt/format.h>

#include <algorithm>

#include "apps/config/thesauri.h"
#include "apps/lab/analysed_page.h"
#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "base/plain_text.h"
#include "extract/areas/as_published.h"
#include "extract/areas/readable_parts.h"
#include "extract/clips/clip.h"
#include "match/query_set_builder.h"
#include "query/parse_query.h"

namespace curlew::apps {
namespace {

// As the user says, else as the page does; the text decides where it can.
Result<std::string> language_of(const LabClipsOptions& options,
                                const AnalysedPage& page) {
  if (options.language.empty()) {
    if (page.document.empty()) return std::string();
    return std::string(page.document.root().attribute(dom::AttributeName::kLang));
  }
  if (text::to_language(options.language) != text::Language::kUnknown)
    return options.language;
  return Error{ErrorKind::kUsage,
               options.language + ": no language code that Curlew knows"};
}

// As published, an area with links is followed and gives no clip of its own.
model::ReadableParts parts_of(const AnalysedPage& page,
                              const LabClipsOptions& options) {
  if (!options.as_published) {
    return extract::read_parts(page.document, page.blocks, page.measures, page.areas,
                               options.url);
  }
  std::vector<extract::Area> areas = page.areas;
  for (extract::Area& area : areas) {
    if (use_as_published(area) == extract::AreaUse::kFollow)
      area.kind = extract::AreaKind::kHub;
  }
  return extract::read_parts(page.document, page.measures, areas, options.url);
}

// The queries are numbered as they were given.
Result<match::QuerySet> compile(const std::vector<std::string>& queries,
                                const query::Dictionary& dictionary) {
  match::QuerySetBuilder builder;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    auto parsed = query::parse_query(queries[i], dictionary, query::Synonyms::kUsed);
    if (!parsed) return std::move(parsed).error().within(queries[i]);
    builder.add({.id = std::int64_t(i)}, *parsed);
  }
  return std::move(builder).build();
}

class ClipPrinter {
 public:
  ClipPrinter(bool json, std::FILE* out) : json_(json), out_(out) {}

  void print(const std::string& query, const extract::Clip& clip, std::size_t block,
             std::size_t position) const {
    if (json_) {
      print_row({{"keyword", query},
                 {"title", clip.title},
                 {"summary", clip.summary},
                 {"block", block},
                 {"position", position}},
                out_);
    } else {
      fmt::print(out_, "{} at {}:{}\n  {}\n  {}\n", query, block, position,
                 plain_text(clip.title), plain_text(clip.summary));
    }
  }

  void print(const std::string& query, const model::FoundLink& link) const {
    if (json_) {
      print_row({{"keyword", query}, {"follow", link.url}, {"text", link.text}}, out_);
    } else {
      fmt::print(out_, "{} follow {}\n  {}\n", query, plain_text(link.url),
                 plain_text(link.text));
    }
  }

 private:
  bool json_;
  std::FILE* out_;
};

class ClipFinder {
 public:
  ClipFinder(const match::QuerySet& queries, const text::Analyzer& analyzer,
             std::string language)
      : queries_(queries), analyzer_(analyzer), language_(std::move(language)) {}

  // One for each query, in the order of the text.
  void print_clips(const std::vector<model::Block>& blocks,
                   const std::vector<std::string>& names, const ClipPrinter& printer) {
    query::ArticleText article{.language = language_};
    for (const model::Block& block : blocks) article.blocks.push_back(block.text);
    for (const match::Hit& hit : hits_in(article)) {
      if (hit.position == match::kNoPosition) continue;
      const query::Place place = terms_.place_of(hit.position);
      const model::Block& block = blocks[place.part - 1];
      analyzer_.analyze(block.text, terms_.language(), analysis_);
      printer.print(names[std::size_t(hit.query)],
                    extract::make_clip(block, {place.begin, place.end}, analysis_),
                    place.part - 1, place.begin);
    }
  }

  // Only links of hub areas: the others stand in text that is clipped itself.
  void print_references(const std::vector<model::FoundLink>& links,
                        const std::vector<std::string>& names,
                        const ClipPrinter& printer) {
    for (const model::FoundLink& link : links) {
      if (link.place != model::LinkPlace::kHub) continue;
      for (const match::Hit& hit : hits_in({.title = link.text, .language = language_}))
        printer.print(names[std::size_t(hit.query)], link);
    }
  }

 private:
  std::vector<match::Hit> hits_in(const query::ArticleText& article) {
    make_terms(article, analyzer_, cache_, terms_);
    std::vector<match::Hit> hits;
    queries_.match(terms_, {.language = terms_.language()}, workspace_, hits);
    const auto order = [](const match::Hit& hit) {
      return std::pair(hit.position, hit.query);
    };
    std::ranges::sort(hits, {}, order);
    return hits;
  }

  const match::QuerySet& queries_;
  const text::Analyzer& analyzer_;
  std::string language_;
  text::Analysis analysis_;
  query::TermCache cache_;
  query::ArticleTerms terms_;
  match::Workspace workspace_;
};

}  // namespace

Result<void> lab_clips(const LabClipsOptions& options, std::FILE* out) {
  const text::Analyzer analyzer;
  TRY_ASSIGN(const auto thesauri, load_thesauri(options.thesauri, analyzer));
  TRY_ASSIGN(const match::QuerySet queries,
             compile(options.queries, {analyzer, pointers_to(thesauri)}));
  TRY_ASSIGN(const AnalysedPage page,
             analyse_page_file(options.file, {.as_published = options.as_published}));
  const model::ReadableParts parts = parts_of(page, options);
  TRY_ASSIGN(std::string language, language_of(options, page));
  const ClipPrinter printer(options.json, out);
  ClipFinder finder(queries, analyzer, std::move(language));
  if (options.as_published || gives_clips(page.kind)) {
    finder.print_clips(parts.blocks, options.queries, printer);
  } else {
    fmt::print(stderr, "the page is a hub: no clips, but links to follow\n");
  }
  finder.print_references(parts.links, options.queries, printer);
  return {};
}

}  // namespace curlew::apps
