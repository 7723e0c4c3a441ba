#include "publish/notice_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "publish/clip_text.h"
#include "publish/markup.h"
#include "publish/time_zone.h"

namespace curlew::publish {
namespace {

constexpr std::string_view kMailMark = "<mark><b>";
constexpr std::string_view kMailMarkEnd = "</b></mark>";

// A text, and how many of the clips it tells.
struct Told {
  std::string text;
  std::size_t clips = 0;
};

class ClipPrinter {
 public:
  // A third of the room is enough for a summary, so that a clip fits into it.
  ClipPrinter(const Notice& notice, const NoticeTextOptions& options)
      : words_(words(notice.language)),
        language_(notice.language),
        most_summary_(std::min<std::size_t>(2000, options.most_bytes / 3)),
        zone_(TimeZone::find_or_utc(notice.time_zone)) {}
  virtual ~ClipPrinter() = default;

  virtual std::string clip(const NoticeClip& clip) const = 0;
  virtual std::string line(std::string_view line) const = 0;
  // "and 12 more", with where they are.
  virtual std::string more(const std::string& count, const std::string& url) const = 0;

 protected:
  // "Ta Nea · 2026-11-17 15:05": whose it is, and from when.
  std::string origin(const NoticeClip& clip) const {
    const model::Clip& facts = clip.clip;
    std::string text = source_of(clip);
    if (!text.empty()) text += " · ";
    text += zone_.to_text(facts.published.value_or(facts.found));
    const bool is_marked = !summary_of(clip).keyword.empty();
    if (!is_marked && !facts.keyword.empty()) {
      text += fmt::format(" · {}: {}", words_.keyword, cut_text(facts.keyword, 100));
    }
    return text;
  }

  MarkedText summary_of(const NoticeClip& clip) const {
    return marked_summary(clip.clip, most_summary_);
  }

  const Words& words_;
  Language language_;
  std::size_t most_summary_;
  TimeZone zone_;
};

class TextPrinter final : public ClipPrinter {
 public:
  using ClipPrinter::ClipPrinter;

  std::string clip(const NoticeClip& clip) const override {
    std::string text = title_of(clip, language_) + "\n";
    const MarkedText summary = summary_of(clip);
    text += summary.before;
    if (!summary.keyword.empty()) text += "*" + summary.keyword + "*";
    text += summary.after;
    if (text.back() != '\n') text += '\n';
    if (const auto url = link_url(clip.clip.url); !url.empty()) text += url + "\n";
    text += origin(clip) + "\n";
    for (const OtherSource& other : shown_others(clip)) {
      text += fmt::format("{}: {} {}\n", words_.also_in, cut_text(other.title, 100),
                          link_url(other.url));
    }
    return text + "\n";
  }

  std::string line(std::string_view line) const override {
    return std::string(line) + "\n";
  }

  std::string more(const std::string& count, const std::string& url) const override {
    return url.empty() ? count + "\n" : count + ": " + url + "\n";
  }
};

class SimpleHtmlPrinter final : public ClipPrinter {
 public:
  using ClipPrinter::ClipPrinter;

  std::string clip(const NoticeClip& clip) const override {
    std::string html = "<b>";
    append_link(html, clip.clip.url, title_of(clip, language_));
    html += "</b>\n";
    append_marked(html, summary_of(clip), "<b>", "</b>");
    html += "\n<i>";
    append_text(html, origin(clip));
    html += "</i>\n";
    if (!clip.also_in.empty()) {
      html.append(words_.also_in).append(": ");
      append_others(html, clip);
      html += "\n";
    }
    return html + "\n";
  }

  std::string line(std::string_view line) const override {
    std::string html;
    append_text(html, line);
    return html + "\n";
  }

  std::string more(const std::string& count, const std::string& url) const override {
    std::string html;
    append_link(html, url, count);
    return html + "\n";
  }
};

class DocumentPrinter final : public ClipPrinter {
 public:
  using ClipPrinter::ClipPrinter;

  std::string clip(const NoticeClip& clip) const override {
    std::string html = "<h3 style=\"margin:20px 0 4px\">";
    append_link(html, clip.clip.url, title_of(clip, language_));
    html += "</h3>\n<p style=\"margin:0 0 4px\">";
    append_marked(html, summary_of(clip), kMailMark, kMailMarkEnd);
    html += "</p>\n<p style=\"margin:0;color:#666\"><small>";
    append_text(html, origin(clip));
    if (!link_url(clip.stored_url).empty()) {
      html += " · ";
      append_link(html, clip.stored_url, words_.stored_text);
    }
    if (!clip.also_in.empty()) {
      html.append("<br>\n").append(words_.also_in).append(": ");
      append_others(html, clip);
    }
    return html + "</small></p>\n";
  }

  std::string line(std::string_view line) const override {
    std::string html = "<p>";
    append_text(html, line);
    return html + "</p>\n";
  }

  std::string more(const std::string& count, const std::string& url) const override {
    std::string html = "<p>";
    append_link(html, url, count);
    return html + "</p>\n";
  }
};

Told tell(const Notice& notice, const ClipPrinter& printer, std::size_t most_bytes,
          std::size_t most_clips) {
  Told told;
  for (const std::string& line : shown_lines(notice)) {
    const std::string printed = printer.line(line);
    if (told.text.size() + printed.size() > most_bytes) break;
    told.text += printed;
  }
  for (; told.clips < std::min(notice.clips.size(), most_clips); ++told.clips) {
    const std::string clip = printer.clip(notice.clips[told.clips]);
    if (told.text.size() + clip.size() > most_bytes) break;
    told.text += clip;
  }
  const std::size_t left = clip_count(notice) - told.clips;
  if (left > 0) {
    told.text +=
        printer.more(and_more(left, notice.language), link_url(notice.page_url));
  }
  return told;
}

std::string text_of(const Notice& notice, const NoticeTextOptions& options) {
  const TextPrinter printer(notice, options);
  Told told = tell(notice, printer, options.most_bytes, options.most_clips);
  // A chat's bound may be less than one clip.
  if (told.clips == 0 && clip_count(notice) == 1 && !notice.clips.empty()) {
    return cut_text(title_of(notice.clips.front(), notice.language),
                    options.most_bytes / 2) +
           "\n" + link_of(notice) + "\n";
  }
  return std::move(told.text);
}

bool has_footer(const Notice& notice, const NoticeTextOptions& options) {
  const bool says_something =
      !notice.list_name.empty() || !link_url(notice.page_url).empty();
  return options.footer == Footer::kLinks && says_something;
}

// With its colon and its address.
void append_footer_line(std::string& text, std::string_view words,
                        const std::string& url) {
  const std::string link = link_url(url);
  if (!link.empty()) text += fmt::format("{}: {}\n", words, link);
}

void append_footer_link(std::string& html, std::string_view words,
                        const std::string& url) {
  if (link_url(url).empty()) return;
  html += "<br>\n";
  append_link(html, url, words);
}

}  // namespace

std::string to_text(const Notice& notice, const NoticeTextOptions& options) {
  std::string text = text_of(notice, options);
  if (!has_footer(notice, options)) return text;
  const Words& own = words(notice.language);
  // The delimiter of a signature, which readers fold away (RFC 3676 §4.3).
  text += "-- \n";
  if (!notice.list_name.empty()) text += cut_text(notice.list_name, 200) + "\n";
  append_footer_line(text, own.all_clips, notice.page_url);
  append_footer_line(text, own.unsubscribe, notice.unsubscribe_url);
  return text;
}

std::string to_simple_html(const Notice& notice, const NoticeTextOptions& options) {
  const SimpleHtmlPrinter printer(notice, options);
  Told told = tell(notice, printer, options.most_bytes, options.most_clips);
  if (told.clips > 0 || notice.clips.size() != 1) return std::move(told.text);
  std::string html;
  append_link(html, link_of(notice),
              cut_text(title_of(notice.clips.front(), notice.language),
                       options.most_bytes / 8));
  return html + "\n";
}

std::string to_html_document(const Notice& notice, const NoticeTextOptions& options) {
  const Words& own = words(notice.language);
  // As many as the text has: escapes must not decide it.
  const std::size_t clips =
      tell(notice, TextPrinter(notice, options), options.most_bytes, options.most_clips)
          .clips;
  const Told told =
      tell(notice, DocumentPrinter(notice, options), std::string::npos / 2, clips);
  std::string html = "<!doctype html>\n<html lang=\"";
  html.append(to_string(notice.language));
  html +=
      "\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";
  append_text(html, subject_of(notice));
  html += "</title>\n</head>\n<body style=\"font-family:sans-serif;max-width:42em\">\n";
  html += told.text;
  if (has_footer(notice, options)) {
    html += "<hr>\n<p><small>";
    append_text(html, cut_text(notice.list_name, 200));
    append_footer_link(html, own.all_clips, notice.page_url);
    append_footer_link(html, own.unsubscribe, notice.unsubscribe_url);
    html += "</small></p>\n";
  }
  return html + "</body>\n</html>\n";
}

}  // namespace curlew::publish
