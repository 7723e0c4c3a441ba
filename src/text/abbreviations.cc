#include "text/abbreviations.h"

#include <algorithm>
#include <array>

namespace curlew::text {
namespace {

struct Lists {
  Language language;
  std::string_view never_end;  // Folded, each word between two spaces.
  std::string_view may_end;
  std::string_view count;
};

// Words like "etc." are in no list: they end a sentence before a capital and go on
// before a small letter, which is what the annex says of any word.
constexpr std::array kLists{
    Lists{
        Language::kEnglish,
        " mr mrs ms dr prof rev hon gen col lt sgt capt cmdr adm maj gov sen rep pres "
        "supt insp messrs mme mlle mt st vs e.g i.e cf viz approx dept ",
        " inc ltd co corp bros jr sr esq a.m p.m ph.d m.d b.a m.a b.sc m.sc al ave "
        "blvd "
        "jan feb apr jun jul aug sep sept oct nov dec oz lb ft ",
        " no nos fig figs vol p pp ch sec art ca "},
    Lists{Language::kGreek,
          " κ κα κοσ κασ κ.κ δρ π.χ λ.χ δηλ βλ πρβλ επιμ μτφρ αγ καθ υπ διευθ λεωφ "
          "στρ ταξ αντιστρ συνταγ υποστρ ",
          " μ.μ π.μ π.χρ μ.χ α.ε ο.ε ε.ε ι.κ.ε ε.π.ε ιαν φεβ απρ ιουν ιουλ αυγ σεπ "
          "οκτ νοε δεκ τ.μ τ.χλμ ",
          " αρ αριθ σελ σ τομ τευχ εκδ παρ αρθρ εδ εικ σχ πιν κεφ τηλ "},
    Lists{Language::kGerman,
          " dr prof hr fr nr bzw z.b d.h u.a i.d.r vgl st sog evtl ggf inkl hrsg mio "
          "mrd ",
          " jr v.chr n.chr jan feb apr jun jul aug sep okt nov dez ",
          " abs art bd s tel ca "},
    Lists{Language::kFrench, " m mm mme mlle dr pr me mgr st ste cf p.ex env av bd ",
          " jr janv fevr avr juil sept oct nov dec ", " no art fig vol chap p pp "},
    Lists{Language::kSpanish,
          " sr sra srta dr dra d dna lic ing prof gral cnel p.ej ej avda ",
          " ee.uu ss.aa s.a jr ", " num nro no pag pags art fig vol "},
    Lists{Language::kItalian, " sig sigg dott dr prof avv ing mons p.es cfr gen col ",
          " s.p.a s.r.l a.c d.c jr ", " pag pagg art fig vol n nn cap "},
    Lists{Language::kPortuguese, " sr sra dr dra prof profa eng d p.ex gen cel ",
          " ltda s.a jr ", " num n pag pags art fig vol "},
    Lists{Language::kDutch,
          " dhr mevr mw dr prof ir ing drs mr bijv o.a d.w.z m.b.t t.o.v st ",
          " n.v b.v jr ", " nr blz ca "},
};

bool contains(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != list.npos;
       at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

Abbreviation find_in(const Lists& lists, std::string_view word) {
  if (contains(lists.never_end, word)) return Abbreviation::kNeverEnds;
  if (contains(lists.may_end, word)) return Abbreviation::kMayEnd;
  if (contains(lists.count, word)) return Abbreviation::kCounts;
  return Abbreviation::kNone;
}

bool applies(const Lists& lists, Language language) {
  if (language != Language::kUnknown) return lists.language == language;
  return lists.language == Language::kEnglish || lists.language == Language::kGreek;
}

}  // namespace

Abbreviation find_abbreviation(std::string_view folded, Language language) {
  if (folded.empty()) return Abbreviation::kNone;
  for (const Lists& lists : kLists) {
    if (!applies(lists, language)) continue;
    const Abbreviation found = find_in(lists, folded);
    if (found != Abbreviation::kNone) return found;
  }
  return Abbreviation::kNone;
}

}  // namespace curlew::text
