#include "sim/web/documents.h"

#include <fmt/format.h>

#include <cmath>

#include "base/random.h"
#include "sim/web/page_writer.h"

namespace curlew::sim {
namespace {

constexpr std::string_view kGoods[] = {"Herring", "Oats", "Olive oil", "Timber",
                                       "Wool",    "Salt", "Honey",     "Tin"};
constexpr std::string_view kStations[] = {"Northport", "Elmhaven", "Saltmarsh",
                                          "Highmoor"};

// A price in version n: a walk of small steps, of which a few goods move each time.
double price(std::uint64_t seed, std::size_t good, std::int64_t version) {
  Random random(seed * 31 + good);
  double value = random.uniform(5, 90);
  // Only the last steps count: versions are unbounded, the work must not be.
  for (std::int64_t v = std::max<std::int64_t>(1, version - 500); v <= version; ++v) {
    Random step(seed ^ (std::uint64_t(v) * 1000 + good));
    if (step.below(3) == 0) value *= step.uniform(0.96, 1.04);
  }
  return value;
}

std::string write_prices(std::uint64_t seed, std::int64_t version) {
  std::string rows =
      "<h1>Prices of the day</h1>\n<table><tr><th>Good</th><th>Crowns "
      "per unit</th></tr>\n";
  for (std::size_t i = 0; i < std::size(kGoods); ++i) {
    rows += fmt::format("<tr><td>{}</td><td>{:.2f}</td></tr>\n", kGoods[i],
                        price(seed, i, version));
  }
  return write_plain_page("The Exchange of Saltmarsh", rows + "</table>");
}

std::string write_statute(std::uint64_t seed, std::int64_t version) {
  std::string text = "<h1>Harbour Act</h1>\n";
  for (std::int64_t section = 1; section <= 6; ++section) {
    // Version n amends the section n mod 6, and leaves the others word for word.
    const std::int64_t amended = version < section ? 0 : (version - section) / 6 + 1;
    Random random(seed + std::uint64_t(section * 1000 + amended));
    text += fmt::format(
        "<h2>§ {}</h2><p>Vessels of more than {} tonnes shall give notice {} hours "
        "before they enter the harbour, and pay a due of {} crowns.</p>\n",
        section, 10 * (1 + random.below(50)), 2 + random.below(46),
        5 * (1 + random.below(80)));
    if (amended > 0)
      text += fmt::format("<p class=\"when\">Amendment {}.</p>\n", amended);
  }
  return write_plain_page("The Statute Book", text);
}

double reading(std::uint64_t seed, std::size_t station, std::int64_t version) {
  return Random(seed + std::uint64_t(version) * 7919 + station).uniform(-3, 24);
}

std::string write_csv(std::uint64_t seed, std::int64_t version) {
  std::string out = "station,reading,temperature\n";
  for (std::size_t i = 0; i < std::size(kStations); ++i) {
    out +=
        fmt::format("{},{},{:.1f}\n", kStations[i], version, reading(seed, i, version));
  }
  return out;
}

std::string write_json(std::uint64_t seed, std::int64_t version) {
  // By hand: the library writes 5.4 as 5.4E0.
  std::string out = fmt::format("{{\"version\":{},\"stations\":[", version);
  for (std::size_t i = 0; i < std::size(kStations); ++i) {
    out += fmt::format("{}{{\"name\":\"{}\",\"water_level_cm\":{:.1f}}}",
                       i > 0 ? "," : "", kStations[i], reading(seed + 1, i, version));
  }
  return out + "]}";
}

std::string write_turtle(std::uint64_t seed, std::int64_t version) {
  std::string out =
      "@prefix : <http://data.localhost/ns#> .\n"
      "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n\n";
  for (std::size_t i = 0; i < std::size(kStations); ++i) {
    Random random(seed + i * 17 + std::uint64_t(version + std::int64_t(i)) / 4);
    out += fmt::format(
        ":port{} :name \"{}\"@en ; :berths {} ; :harbourMaster [ :name "
        "\"Officer {}\" ] .\n",
        i, kStations[i], 4 + random.below(12), 1 + random.below(9));
  }
  return out;
}

constexpr Document kDocuments[] = {
    {"exchange", "/prices", "Prices of the day", DocumentKind::kPage,
     "text/html; charset=utf-8", VirtualHours(6), write_prices},
    {"statutes", "/harbour-act", "Harbour Act", DocumentKind::kPage,
     "text/html; charset=utf-8", VirtualHours(72), write_statute},
    {"data", "/weather.csv", "Weather readings", DocumentKind::kData,
     "text/csv; charset=utf-8", VirtualHours(3), write_csv},
    {"data", "/water.json", "Water levels", DocumentKind::kData, "application/json",
     VirtualHours(12), write_json},
    {"data", "/ports.ttl", "Register of ports", DocumentKind::kData,
     "text/turtle; charset=utf-8", VirtualHours(48), write_turtle},
};

}  // namespace

std::span<const Document> all_documents() { return kDocuments; }

const Document* find_document(std::string_view site, std::string_view path) {
  for (const Document& document : kDocuments) {
    if (document.site == site && document.path == path) return &document;
  }
  return nullptr;
}

DocumentVersion current_version(const Document& document, const Tempo& tempo,
                                Time now) {
  const auto since_of = [&](std::int64_t version) {
    return std::chrono::ceil<std::chrono::seconds>(
        tempo.real_time(document.change_interval * version));
  };
  const double elapsed = tempo.virtual_time(now) / document.change_interval;
  auto number = std::max<std::int64_t>(0, std::int64_t(std::floor(elapsed)));
  // Its last second may have come before that version's first whole one.
  if (number > 0 && since_of(number) > now) --number;
  return {number, since_of(number)};
}

}  // namespace curlew::sim
