// Reads a page of a focused crawl: what it says, where it leads, what it wants of
// crawlers, and what has changed in it since the last version. Or a list of pages that
// a site gives to crawlers.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "detect/page/thesis.h"
#include "http/gzip.h"
#include "parse/sitemap.h"
#include "pipeline/crawl_links.h"
#include "pipeline/keep_version.h"
#include "pipeline/read_page.h"
#include "pipeline/robots_wishes.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"
#include "url/domain.h"
#include "url/url.h"

namespace curlew::pipeline {
namespace {

// Of one list. A crawl has no use for more hints at once; the newest are kept.
constexpr std::size_t kMostListed = 5'000;

std::string site_of(std::string_view address) {
  const auto parsed = url::parse_url(address);
  return parsed.ok() ? url::registrable_domain(parsed->host()) : std::string();
}

// A site speaks for itself alone.
void add_listed(const std::vector<parse::SitemapEntry>& entries,
                model::CrawlLinkPlace place, const std::string& base,
                const std::string& site, std::vector<model::CrawlLink>& links) {
  for (const parse::SitemapEntry& entry : entries) {
    const auto url = url::parse_url(entry.url);
    if (!url.ok() || !url->is_http()) continue;
    if (url::registrable_domain(url->host()) != site || url->href() == base) continue;
    links.push_back({.url = std::string(url->without_fragment()),
                     .text = entry.title,
                     .place = place,
                     .modified = entry.modified});
  }
}

void keep_newest(std::vector<model::CrawlLink>& links) {
  // Those without a time are behind all others, in their order.
  std::ranges::stable_sort(links, std::ranges::greater(), &model::CrawlLink::modified);
  if (links.size() > kMostListed) links.resize(kMostListed);
}

bool is_robots_txt(std::string_view address) {
  const auto parsed = url::parse_url(address);
  return parsed.ok() && parsed->path() == "/robots.txt";
}

Result<parse::Sitemap> read_sitemap(const Visit& visit) {
  const std::string_view body = visit.result.body;
  if (!body.starts_with("\x1f\x8b")) return parse::parse_sitemap(body);
  const auto unpacked = http::unpack_gzip(body, parse::SitemapLimits().size);
  if (!unpacked) {
    return Error{ErrorKind::kMalformed,
                 "sitemap: its gzip file is damaged, or larger than allowed"};
  }
  return parse::parse_sitemap(*unpacked);
}

void read_list(Visit& visit, const model::CrawlPageTask& task) {
  model::CrawlPageFindings findings{.id = task.page};
  const std::string& found_at = visit.result.final_url;
  const std::string site = site_of(found_at);
  if (is_robots_txt(found_at)) {
    std::vector<parse::SitemapEntry> named;
    for (std::string& url : parse::sitemaps_of_robots(visit.result.body)) {
      named.push_back({.url = std::move(url), .title = {}, .modified = {}});
    }
    add_listed(named, model::CrawlLinkPlace::kSitemap, found_at, site, findings.links);
  } else {
    const auto list = read_sitemap(visit);
    if (!list.ok()) return conclude_unreadable(visit, list.error().text);
    add_listed(list->sitemaps, model::CrawlLinkPlace::kSitemap, found_at, site,
               findings.links);
    add_listed(list->pages, model::CrawlLinkPlace::kListed, found_at, site,
               findings.links);
    if (list->is_cut) add_note(visit, "the sitemap is not whole, or too long");
  }
  keep_newest(findings.links);
  findings.validators = page_validators(visit);
  visit.end.report.findings = std::move(findings);
}

// Against the version that is kept: as in the thesis. What cannot be compared is noted,
// and taken for unchanged: counters that grow by faults of ours would be no dynamics.
// False: it could not be.
bool compare_with_last(Visit& visit, const model::CrawlPageTask& task,
                       model::CrawlPageFindings& findings) {
  const auto last = visit.shelf->read(task.last);
  if (!last.ok()) {
    add_note(visit, "it is not compared with its last version: " + last.error().text);
    return false;
  }
  // Made of a PDF, a page has no structure of its own.
  if (visit.made_page || is_pdf_type(header_or_empty(last->headers, "Content-Type"))) {
    return false;
  }
  const PageTree& now = page_tree(visit);
  const PageTree old(last->body, header_or_empty(last->headers, "Content-Type"),
                     visit.time, TreeOf::kVersionBefore);
  if (!now.is_whole() || !old.is_whole()) {
    add_note(visit, "it is too large to be compared with its last version");
    return false;
  }
  auto known = detect::parse_thesis_notes(task.notes);
  detect::ThesisNotes notes = known.ok() ? *std::move(known) : detect::ThesisNotes{};
  const detect::ThesisChange change =
      detect::detect_as_in_thesis(old.document(), now.document(), notes);
  findings.is_structural_change = change.is_structural;
  findings.is_textual_change = change.is_textual;
  std::string bytes = detect::to_bytes(notes);
  if (bytes != task.notes) findings.notes = std::move(bytes);
  return true;
}

// False: our disk is to blame, and the visit says so.
bool keep_crawled(Visit& visit, std::string digest,
                  model::CrawlPageFindings& findings) {
  auto version = keep_response(visit, std::move(digest));
  if (version.ok()) {
    version->summary = "the first version";
    if (findings.is_structural_change) {
      version->kinds.add(model::ChangeKind::kStructure);
      version->summary = "its structure changed";
    }
    if (findings.is_textual_change) {
      version->kinds.add(model::ChangeKind::kText);
      version->summary = "its text changed";
    }
    findings.version = *std::move(version);
    return true;
  }
  if (version.error().kind == ErrorKind::kLimit) {
    add_note(visit, "not archived: " + version.error().text);
    return true;
  }
  conclude_unkept(visit, version.error());
  return false;
}

// The address that it calls its own leads to a page, too: the crawl will see what that
// says.
void add_own_address(const model::Page& page, std::vector<model::CrawlLink>& links) {
  if (!page.content || page.content->canonical_url.empty()) return;
  const std::string& own = page.content->canonical_url;
  if (own == page.url) return;
  if (std::ranges::find(links, own, &model::CrawlLink::url) != links.end()) return;
  const auto place = model::CrawlLinkPlace::kInformational;
  links.insert(std::ranges::lower_bound(links, place, {}, &model::CrawlLink::place),
               {.url = own, .text = page.content->title, .place = place});
}

void read_crawled(Visit& visit, const model::CrawlPageTask& task, model::Page page) {
  model::CrawlPageFindings findings{.id = task.page};
  findings.validators = page_validators(visit);
  std::string digest = digest_of(visit.result.body);
  if (digest == task.last_digest) {
    visit.end.report.findings = std::move(findings);
    return;
  }
  const PageTree& tree = page_tree(visit);
  findings.judgement = read_page(
      tree, page_text(visit), page, rules_of(visit, task.reading), visit.options.page,
      task.reading.rendering, task.reading.averages, visit.time);
  if (page.language.empty()) {
    page.language = header_or_empty(visit.result.headers, "Content-Language");
    cut_utf8(page.language, visit.options.page.line);
  }
  if (!page.note.empty()) add_note(visit, page.note);
  const RobotsWishes wishes = robots_wishes(visit.result.headers, tree.document());
  findings.is_noindex = wishes.is_noindex;
  if (!wishes.is_nofollow) {
    static const std::vector<model::FoundLink> none;
    findings.links = crawl_links(tree.document(), page.url,
                                 page.content ? page.content->parts.links : none,
                                 visit.options.page);
    add_own_address(page, findings.links);
  }
  findings.likeness = likeness_of(page);
  if (visit.shelf != nullptr) {
    const bool is_compared =
        !task.last_digest.empty() && compare_with_last(visit, task, findings);
    const bool is_kept =
        !is_compared || findings.is_structural_change || findings.is_textual_change;
    if (is_kept && !keep_crawled(visit, std::move(digest), findings)) return;
  }
  findings.page = std::move(page);
  visit.end.report.findings = std::move(findings);
}

}  // namespace

void read(Visit& visit, const model::CrawlPageTask& task) {
  if (task.is_list) return read_list(visit, task);
  model::Page page;
  page.url = visit.result.final_url;
  page.content_type = header_or_empty(visit.result.headers, "Content-Type");
  if (is_pdf_type(page.content_type)) {
    if (!read_pdf(visit)) return;
  } else if (!is_page_type(page.content_type)) {
    return conclude_unreadable(
        visit, fmt::format("{} is {}, not a page", page.url, page.content_type));
  }
  if (is_cut_page(visit.result)) {
    // Half a page is no version, and its links are half of them: it is tried again.
    visit.end.report.outcome = model::FetchOutcome::kUnreachable;
    visit.end.report.error = kCutPage;
    return;
  }
  read_crawled(visit, task, std::move(page));
}

}  // namespace curlew::pipeline
