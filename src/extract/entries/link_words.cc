#include "extract/entries/link_words.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/ascii.h"
#include "text/fold.h"

namespace curlew::extract {
namespace {

using Words = std::unordered_set<std::string_view>;

constexpr std::size_t kShortWords = 2;
// Chinese and Japanese write no spaces: eight of their characters say as much as three
// words.
constexpr std::size_t kHeadlineBytes = 24;
// Longer lines are not buttons.
constexpr std::size_t kMaxActionWords = 6;

// All folded (text/fold.h): without accents, and the final sigma is σ.

// What such a line may begin with, whatever follows ("Read more about the bridge").
constexpr std::string_view kActionBeginnings =
    "more from,more in this,more about,read more,read the full,read full,read "
    "entire,continue reading,keep reading,"
    "learn more,find out more,see more,see all,show more,show all,view more,"
    "view all,view full,load more,more stories,"
    "more news,skip to,jump to,sign in,sign up,log in,subscribe to,"
    "leave a comment,share on,share this,follow us,click here,"
    "weiterlesen,mehr erfahren,mehr lesen,mehr anzeigen,mehr zu,zum artikel,"
    "alle anzeigen,lire la suite,en savoir plus,voir plus,voir tout,leer mas,"
    "seguir leyendo,ver mas,ver todo,leggi tutto,leggi di piu,continua a leggere,"
    "lees meer,lees verder,czytaj wiecej,διαβαστε περισσοτερα,"
    "διαβαστε ολο,περισσοτερα,δειτε περισσοτερα";

constexpr std::string_view kActions =
    "add to cart,add to basket,back to "
    "top,more,less,next,previous,prev,older,newer,older posts,newer posts,"
    "older entries,newer entries,next page,previous page,first,last,home,"
    "homepage,back,top,menu,search,close,open,share,reply,comment,comments,"
    "no comments,discuss,edit,hide,save,print,email,download,follow,unfollow,"
    "like,permalink,link,source,details,view,view details,show,see,watch,"
    "watch now,listen,listen now,play,read,read now,read on,full story,"
    "full article,the full story,here,login,logout,log out,register,register now,"
    "signup,join,join now,join us,subscribe,subscribe now,unsubscribe,donate,"
    "donate now,buy,buy now,shop,shop now,order now,get started,try it free,"
    "start now,apply,apply now,enroll now,book now,contact,contact us,about,"
    "about us,help,faq,faqs,support,careers,advertise,advertise with us,privacy,"
    "privacy policy,privacy notice,terms,terms of use,terms of service,"
    "terms and conditions,terms conditions,cookie policy,cookies,cookie settings,"
    "legal,imprint,accessibility,sitemap,site map,rss,rss feed,rss feeds,feed,"
    "newsletter,newsletters,my account,account,cart,wishlist,facebook,twitter,"
    "instagram,youtube,linkedin,pinterest,tiktok,whatsapp,reddit,mehr,weiter,"
    "zuruck,startseite,anmelden,abmelden,registrieren,abonnieren,teilen,"
    "kommentare,impressum,datenschutz,kontakt,uber uns,hilfe,suche,plus,suivant,"
    "precedent,accueil,connexion,se connecter,s'abonner,abonnez vous,partager,"
    "commentaires,mentions legales,mas,siguiente,anterior,inicio,iniciar sesion,"
    "registrarse,suscribirse,compartir,comentarios,contacto,aviso legal,altro,"
    "avanti,indietro,accedi,iscriviti,condividi,commenti,contatti,volgende,"
    "vorige,inloggen,αρχικη,επομενη,προηγουμενη,συνδεση,εγγραφη,επικοινωνια,"
    "σχολια,οροι χρησησ";

// What times are made of, besides numbers.
constexpr std::string_view kTimeWords =
    "ago,at,on,in,an,a,the,of,just,now,today,yesterday,tomorrow,updated,"
    "published,posted,last,am,pm,utc,gmt,est,edt,et,pst,pdt,cet,cest,bst,s,m,h,d,"
    "w,y,sec,secs,second,seconds,min,mins,minute,minutes,hr,hrs,hour,hours,day,"
    "days,week,weeks,month,months,year,years,read,st,nd,rd,th,jan,january,feb,"
    "february,mar,march,apr,april,may,jun,june,jul,july,aug,august,sep,sept,"
    "september,oct,october,nov,november,dec,december,mon,monday,tue,tues,tuesday,"
    "wed,wednesday,thu,thur,thurs,thursday,fri,friday,sat,saturday,sun,sunday,"
    "comment,comments,reply,replies,view,views,like,likes,share,shares,vote,"
    "votes,point,points,vor,seit,uhr,heute,gestern,minuten,stunde,stunden,tag,"
    "tage,tagen,woche,wochen,monat,monate,monaten,jahr,jahre,jahren,januar,"
    "februar,marz,mai,juni,juli,oktober,dezember,montag,dienstag,mittwoch,"
    "donnerstag,freitag,samstag,sonntag,kommentar,kommentare,il,ya,le,publie,"
    "aujourd'hui,hier,heure,heures,jour,jours,semaine,semaines,mois,janvier,"
    "fevrier,mars,avril,juin,juillet,aout,septembre,octobre,novembre,decembre,"
    "lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche,hace,hoy,ayer,de,"
    "minutos,hora,horas,dia,dias,semana,semanas,mes,meses,enero,febrero,marzo,"
    "abril,mayo,junio,julio,agosto,septiembre,octubre,noviembre,diciembre,lunes,"
    "martes,miercoles,jueves,viernes,sabado,domingo,fa,oggi,ieri,minuti,ora,ore,"
    "giorno,giorni,settimana,settimane,mese,mesi,gennaio,febbraio,aprile,maggio,"
    "giugno,luglio,settembre,ottobre,dicembre,πριν,απο,λεπτα,ωρα,ωρεσ,μερα,μερεσ,"
    "ημερα,ημερεσ,εβδομαδα,εβδομαδεσ,μηνα,μηνεσ,σημερα,χθεσ,ιανουαριου,"
    "φεβρουαριου,μαρτιου,απριλιου,μαιου,ιουνιου,ιουλιου,αυγουστου,σεπτεμβριου,"
    "οκτωβριου,νοεμβριου,δεκεμβριου";

std::vector<std::string_view> split(std::string_view list, char separator) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    parts.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

Words to_words(std::string_view list) {
  const std::vector<std::string_view> parts = split(list, ',');
  return {parts.begin(), parts.end()};
}

const Words& actions() {
  static const Words words = to_words(kActions);
  return words;
}

const Words& time_words() {
  static const Words words = to_words(kTimeWords);
  return words;
}

// How many bytes at the beginning of `text` are one character, and whether words are
// made of it. Beyond ASCII, by its first byte or two: Latin-1's signs (U+0080…BF),
// general punctuation, arrows and symbols (U+2000…2FFF), those of Chinese
// (U+3000…303F) and emoji part words like ASCII's.
struct Character {
  std::size_t bytes = 1;
  bool is_of_word = false;
};

Character first_character(std::string_view text) {
  const auto byte = static_cast<unsigned char>(text.front());
  if (byte < 0x80) {
    const char c = text.front();
    return {1, is_ascii_alpha(c) || is_ascii_digit(c) || c == '\''};
  }
  const std::size_t bytes = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
  const bool is_sign = byte == 0xC2 || byte == 0xE2 || text.starts_with("\xE3\x80") ||
                       text.starts_with("\xF0\x9F");
  return {std::min(bytes, text.size()), !is_sign};
}

bool has_digit(std::string_view word) {
  return std::ranges::any_of(word, is_ascii_digit);
}

// "12", "3rd", "11h", "20k": no letters but the few that numbers are written with.
bool is_number(std::string_view word) {
  const auto letters =
      std::ranges::count_if(word, [](char c) { return !is_ascii_digit(c); });
  return has_digit(word) && letters <= 2;
}

bool is_time(const std::vector<std::string_view>& words) {
  bool has_number = false;
  for (const std::string_view word : words) {
    const bool counts = is_number(word);
    if (!counts && !time_words().contains(word)) return false;
    has_number |= counts;
  }
  return has_number || words == std::vector<std::string_view>{"just", "now"} ||
         (words.size() == 1 && time_words().contains(words[0]));
}

// "natural-language-processing" is one: a name, as tags have them.
std::size_t spaced_words(std::string_view line) {
  std::size_t count = 0;
  bool in_word = false;
  while (!line.empty()) {
    const Character next = first_character(line);
    if (is_ascii_space(line.front())) {
      in_word = false;
    } else if (next.is_of_word && !in_word) {
      in_word = true;
      ++count;
    }
    line.remove_prefix(next.bytes);
  }
  return count;
}

bool is_action(std::string_view plain, std::size_t words) {
  if (words > kMaxActionWords) return false;
  if (actions().contains(plain)) return true;
  static const std::vector<std::string_view> beginnings = split(kActionBeginnings, ',');
  return std::ranges::any_of(beginnings, [plain](std::string_view beginning) {
    return plain.starts_with(beginning) &&
           (plain.size() == beginning.size() || plain[beginning.size()] == ' ');
  });
}

}  // namespace

std::string plain_words(std::string_view line) {
  const std::string folded = text::fold(line);
  std::string plain;
  bool in_word = false;
  for (std::string_view rest = folded; !rest.empty();) {
    const Character next = first_character(rest);
    if (next.is_of_word) {
      if (!in_word && !plain.empty()) plain += ' ';
      plain += rest.substr(0, next.bytes);
    }
    in_word = next.is_of_word;
    rest.remove_prefix(next.bytes);
  }
  return plain;
}

LinkWords judge_words(std::string_view line) {
  const std::string plain = plain_words(line);
  const std::vector<std::string_view> words = split(plain, ' ');
  const std::size_t spaced = spaced_words(line);
  if (words.empty()) return LinkWords::kNone;
  if (is_action(plain, words.size())) return LinkWords::kAction;
  if (is_time(words)) return LinkWords::kTime;
  const bool is_unspaced =
      plain.size() >= kHeadlineBytes && std::ranges::count_if(plain, [](char c) {
                                          return (c & 0x80) != 0;
                                        }) >= std::ptrdiff_t(kHeadlineBytes);
  return spaced > kShortWords || is_unspaced ? LinkWords::kHeadline : LinkWords::kShort;
}

}  // namespace curlew::extract
