#include <fmt/format.h>

#include "api/plain_text.h"
#include "apps/lab/analysed_page.h"
#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "extract/areas/as_published.h"
#include "extract/areas/readable_parts.h"
#include "extract/clips/clip.h"
#include "text/language_detector.h"

namespace curlew::apps {
namespace {

using api::plain_text;  // Nothing that a page says may steer the terminal.
using text::Language;

// By the text itself, and what the page says of it.
Language language_of(const AnalysedPage& page, const model::ReadableParts& parts) {
  std::string text;
  for (const model::Block& block : parts.blocks) text += block.text + '\n';
  const Language hint = page.document.empty()
                            ? Language::kUnknown
                            : text::to_language(page.document.root().attribute(
                                  dom::AttributeName::kLang));
  return text::detect_language(text, hint).language;
}

Result<Language> chosen_language(const LabClipsOptions& options,
                                 const AnalysedPage& page,
                                 const model::ReadableParts& parts) {
  if (options.language.empty()) return language_of(page, parts);
  const Language language = text::to_language(options.language);
  if (language == Language::kUnknown)
    return Error{ErrorKind::kUsage,
                 options.language + ": no language code that Curlew knows"};
  return language;
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

Result<text::Thesaurus> load_thesaurus(const std::string& file,
                                       const text::Analyzer& analyzer) {
  if (file.ends_with(".tab"))
    return text::Thesaurus::load_omw(file, Language::kGreek, analyzer);
  return text::Thesaurus::load_mythes(file, Language::kEnglish, analyzer);
}

class ClipPrinter {
 public:
  ClipPrinter(bool json, std::FILE* out) : json_(json), out_(out) {}

  void print(const extract::Clip& clip) const {
    if (json_) {
      print_row({{"keyword", clip.keyword},
                 {"title", clip.title},
                 {"summary", clip.summary},
                 {"block", clip.block},
                 {"position", clip.position}},
                out_);
    } else {
      fmt::print(out_, "{} at {}:{}\n  {}\n  {}\n", clip.keyword, clip.block,
                 clip.position, plain_text(clip.title), plain_text(clip.summary));
    }
  }

  void print(const extract::Reference& reference) const {
    if (json_) {
      print_row({{"keyword", reference.keyword},
                 {"follow", reference.url},
                 {"text", reference.text}},
                out_);
    } else {
      fmt::print(out_, "{} follow {}\n  {}\n", reference.keyword,
                 plain_text(reference.url), plain_text(reference.text));
    }
  }

 private:
  bool json_;
  std::FILE* out_;
};

}  // namespace

Result<void> lab_clips(const LabClipsOptions& options, std::FILE* out) {
  const text::Analyzer analyzer;
  std::vector<text::Thesaurus> thesauri;
  for (const std::string& file : options.thesauri) {
    TRY_ASSIGN(text::Thesaurus thesaurus, load_thesaurus(file, analyzer));
    thesauri.push_back(std::move(thesaurus));
  }
  TRY_ASSIGN(const AnalysedPage page,
             analyse_page_file(options.file, {.as_published = options.as_published}));
  const model::ReadableParts parts = parts_of(page, options);
  TRY_ASSIGN(const Language language, chosen_language(options, page, parts));
  extract::Dictionary dictionary{analyzer, {}};
  for (const text::Thesaurus& thesaurus : thesauri)
    dictionary.thesauri.push_back(&thesaurus);
  const extract::KeywordFinder finder(options.queries, language, dictionary);
  const ClipPrinter printer(options.json, out);
  model::PageContent content;
  if (!options.as_published) content.kind = page.kind;
  content.parts = parts;
  for (const auto& clip : extract::find_clips(content, finder)) printer.print(clip);
  if (content.kind == model::PageKind::kHub)
    fmt::print(stderr, "the page is a hub: no clips, but links to follow\n");
  for (const auto& reference : extract::find_references(parts.links, finder))
    printer.print(reference);
  return {};
}

}  // namespace curlew::apps
