// A flag has fallen: who gets the point? Reads games in PGN as a match runner writes them, follows each to its last
// position, and prints the result as played, the result under a policy, and why.
//
//     c++ -std=c++17 judge.cpp -I ../include -L ../../target/release -l gamecert_unwinnable_c -o judge
//     ./judge [--policy fide-timeout] [--nodes 1000000] [--certificate FILE] [GAMES.pgn]
//
// Exit status: 0, or 1 if a ruling is unknown within the limit, or 2 for bad input, after a sentence about each fault.
#include "gamecert_unwinnable.hpp"

#include <cctype>
#include <charconv>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

namespace {

using gamecert::Side;

struct Game {
    std::map<std::string, std::string> tags;
    std::vector<std::string> moves;
    // The comments after the last move.
    std::string last_comment;
    std::string result;
};

std::string lower(std::string text) {
    for (char &letter : text) {
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return text;
}

bool is_result(std::string_view token) { return token == "1-0" || token == "0-1" || token == "1/2-1/2" || token == "*"; }

std::string_view name(Side side) { return side == Side::white ? "White" : "Black"; }

// Splits a PGN into games. Comments before the last move, variations and glyphs are skipped.
class Reader {
public:
    explicit Reader(std::string text) : text_(std::move(text)) {}

    // Reads everything. Returns a sentence if the rest cannot be read.
    std::string read(std::vector<Game> &games) {
        bool in_moves = false, open = false;
        auto game = [&](bool tag) -> Game & {
            if (!open || (tag && in_moves)) {
                games.emplace_back();
                in_moves = false;
                open = true;
            }
            return games.back();
        };
        if (text_.compare(0, 3, "\xef\xbb\xbf") == 0) {
            at_ = 3;
        }
        while (at_ < text_.size()) {
            const char begin = text_[at_];
            const bool line_begins = at_ == 0 || text_[at_ - 1] == '\n';
            if (std::isspace(static_cast<unsigned char>(begin))) {
                at_++;
            } else if (begin == ';' || (begin == '%' && line_begins)) {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (begin == '[') {
                if (!tag(game(true))) {
                    return place(games) + ": a tag does not have the form [Name \"value\"]";
                }
            } else if (begin == '{') {
                const std::size_t end = text_.find('}', at_);
                if (end == std::string::npos) {
                    return place(games) + ": a comment does not end";
                }
                // Some programs write a comment after the result, and some before the first tag.
                if (!games.empty()) {
                    games.back().last_comment += text_.substr(at_ + 1, end - at_ - 1) + " ";
                }
                at_ = end + 1;
            } else if (begin == '(') {
                if (!skip_variation()) {
                    return place(games) + ": a variation does not end";
                }
            } else {
                in_moves = true;
                open = !word(game(false));
            }
        }
        return {};
    }

private:
    static std::string place(const std::vector<Game> &games) {
        const std::string number = std::to_string(std::max<std::size_t>(games.size(), 1));
        return "game " + number + (games.empty() ? "" : ", after " + std::to_string(games.back().moves.size()) + " moves");
    }

    bool tag(Game &game) {
        const std::size_t quote = text_.find('"', at_);
        const std::size_t line = std::min(text_.find('\n', at_), text_.size());
        if (quote >= line) {
            return false;
        }
        std::string key = text_.substr(at_ + 1, quote - at_ - 1), value;
        while (!key.empty() && std::isspace(static_cast<unsigned char>(key.back()))) {
            key.pop_back();
        }
        std::size_t at = quote + 1;
        for (; at < line && text_[at] != '"'; at++) {
            at += text_[at] == '\\' && at + 1 < line;
            value += text_[at];
        }
        at = text_.find_first_not_of(" \t", std::min(at + 1, line));
        if (key.empty() || at == std::string::npos || text_[at] != ']') {
            return false;
        }
        game.tags[key] = value;
        at_ = at + 1;
        return true;
    }

    bool skip_variation() {
        for (int depth = 0; at_ < text_.size(); at_++) {
            const char letter = text_[at_];
            if (letter == '{') {
                at_ = text_.find('}', at_);
                if (at_ == std::string::npos) {
                    at_ = text_.size();
                    return false;
                }
            } else if (letter == ';') {
                at_ = std::min(text_.find('\n', at_), text_.size() - 1);
            }
            depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (depth == 0) {
                at_++;
                return true;
            }
        }
        return false;
    }

    // Reads a move, a move number, a glyph or a result. Returns whether the game ends.
    bool word(Game &game) {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n{}();[]", at_ + 1), text_.size());
        std::string token = text_.substr(at_, end - at_);
        at_ = end;
        if (is_result(token)) {
            game.result = token;
            return true;
        }
        // A move number may stand before its move without a space, as in "12.Nf3". Castling may begin with a zero.
        const std::size_t digits = token.find_first_not_of("0123456789");
        if (digits == std::string::npos) {
            return false;
        }
        if (token[digits] == '.') {
            token.erase(0, std::min(token.find_first_not_of('.', digits), token.size()));
        }
        if (!token.empty() && token[0] != '$' && token.find_first_not_of("!?") != std::string::npos && token != "e.p.") {
            game.moves.push_back(token);
            game.last_comment.clear();
        }
        return false;
    }

    std::string text_;
    std::size_t at_ = 0;
};

// Returns the letter of a FEN on a square such as "e4", or a space.
char letter_on(std::string_view fen, std::string_view square) {
    int file = 0, rank = 7;
    for (const char letter : fen.substr(0, fen.find(' '))) {
        if (letter == '/') {
            file = 0;
            rank--;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
        } else if (file++ == square[0] - 'a' && rank == square[1] - '1') {
            return letter;
        }
    }
    return ' ';
}

// A move as PGN writes it. Zeros stand for parts that are not there.
struct San {
    char piece = 'P', file = 0, rank = 0, promotion = 0;
    std::string target;
    // The target file of the king, 'g' or 'c', if the move is castling.
    char castling = 0;
};

std::optional<San> parse_san(std::string text) {
    San san;
    while (!text.empty() && std::string_view("+#!?").find(text.back()) != std::string_view::npos) {
        text.pop_back();
    }
    if (text == "O-O" || text == "0-0" || text == "O-O-O" || text == "0-0-0") {
        san.castling = text.size() == 3 ? 'g' : 'c';
        return san;
    }
    if (!text.empty() && std::string_view("KQRBNP").find(text[0]) != std::string_view::npos) {
        san.piece = text[0];
        text.erase(0, 1);
    }
    if (text.size() > 2 && std::string_view("QRBN").find(text.back()) != std::string_view::npos) {
        san.promotion = text.back();
        text.pop_back();
        if (text.back() == '=') {
            text.pop_back();
        }
    }
    if (const std::size_t capture = text.find('x'); capture != std::string::npos) {
        text.erase(capture, 1);
    }
    auto is_file = [](char letter) { return letter >= 'a' && letter <= 'h'; };
    auto is_rank = [](char letter) { return letter >= '1' && letter <= '8'; };
    if (text.size() < 2 || text.size() > 4 || !is_file(text[text.size() - 2]) || !is_rank(text.back())) {
        return std::nullopt;
    }
    san.target = text.substr(text.size() - 2);
    text.resize(text.size() - 2);
    if (!text.empty() && is_file(text[0])) {
        san.file = text[0];
        text.erase(0, 1);
    }
    if (!text.empty() && is_rank(text[0])) {
        san.rank = text[0];
        text.erase(0, 1);
    }
    return text.empty() ? std::make_optional(san) : std::nullopt;
}

bool fits(const San &san, std::string_view fen, std::string_view uci) {
    const char piece = static_cast<char>(std::toupper(static_cast<unsigned char>(letter_on(fen, uci.substr(0, 2)))));
    const bool castles = piece == 'K' && std::abs(uci[0] - uci[2]) == 2;
    if (castles || san.castling != 0) {
        return castles && uci[2] == san.castling;
    }
    const char promotion = uci.size() == 5 ? static_cast<char>(std::toupper(static_cast<unsigned char>(uci[4]))) : '\0';
    return piece == san.piece && uci.substr(2, 2) == san.target && promotion == san.promotion &&
           (san.file == 0 || san.file == uci[0]) && (san.rank == 0 || san.rank == uci[1]);
}

// Plays a move in SAN. Returns a sentence if that cannot be done, and otherwise changes the position.
std::string play(const gamecert::Solver &solver, std::string &fen, const std::string &text) {
    const std::optional<San> san = parse_san(text);
    if (!san) {
        return "\"" + text + "\" is no move in SAN";
    }
    const auto moves = solver.legal_moves(fen);
    if (!moves) {
        return moves.message();
    }
    std::string found;
    for (const std::string &uci : *moves) {
        if (fits(*san, fen, uci)) {
            if (!found.empty()) {
                return "\"" + text + "\" may be " + found + " or " + uci;
            }
            found = uci;
        }
    }
    if (found.empty()) {
        return "\"" + text + "\" is no legal move in " + fen;
    }
    auto after = solver.after(fen, found);
    if (!after) {
        return after.message();
    }
    fen = std::move(*after);
    return {};
}

Side to_move(std::string_view fen) { return fen.substr(fen.find(' ') + 1, 1) == "w" ? Side::white : Side::black; }

// Returns "12." or "12..." for the move that is played after `plies` moves from a position.
std::string move_number(const std::string &start, std::size_t plies) {
    // The last field of a FEN with six fields is the number of the first move.
    const std::size_t space = start.rfind(' ');
    unsigned number = 1;
    std::from_chars(start.data() + (space == std::string::npos ? start.size() : space + 1), start.data() + start.size(), number);
    const std::size_t half = plies + (to_move(start) == Side::black ? 1 : 0);
    return std::to_string(number + half / 2) + (half % 2 == 0 ? "." : "...");
}

// What the game says about a flag.
struct Flag {
    bool fell = false;
    // The side whose flag fell, if the comment names it.
    std::optional<Side> named;
};

Flag flag_of(Game &game) {
    Flag flag;
    flag.fell = lower(game.tags["Termination"]) == "time forfeit";
    const std::string comment = lower(game.last_comment);
    auto says = [&](std::string_view words) { return comment.find(words) != std::string::npos; };
    // The words of cutechess and fastchess ("loses"), and of Lichess ("wins").
    if (says("white loses on time") || says("black wins on time")) {
        flag = {true, Side::white};
    } else if (says("black loses on time") || says("white wins on time")) {
        flag = {true, Side::black};
    } else if (says("draw by timeout")) {
        flag.fell = true;
    }
    return flag;
}

std::string_view reason(std::string_view evidence) {
    if (evidence == "over") return "the game is over";
    if (evidence == "material") return "the material does not allow it";
    if (evidence == "static") return "no piece or pawn can get to where a mate would need it";
    if (evidence == "skeletons") return "the position is a fortress";
    return "nothing that can follow is a mate";
}

struct Options {
    gamecert::Policy policy = gamecert::Policy::fide_timeout;
    gamecert::Limits limits{1000000};
    std::string certificate, games;
};

class Judge {
public:
    Judge(const Options &options) : options_(options) {}

    // Judges a game. Returns a sentence about what is wrong with it.
    std::string judge(std::size_t number, Game &game) {
        const std::string place = "game " + std::to_string(number);
        const std::string variant = lower(game.tags["Variant"]);
        if (!variant.empty() && variant != "standard" && variant != "chess" && variant != "from position") {
            return place + ": the variant \"" + game.tags["Variant"] + "\" is not judged here, only chess";
        }
        const std::string result = game.tags["Result"].empty() ? game.result : game.tags["Result"];
        if (!is_result(result)) {
            return place + (result.empty() ? ": there is no result" : ": \"" + result + "\" is no result");
        }
        if (!game.result.empty() && game.result != result) {
            return place + ": the tag says " + result + ", and the moves end with " + game.result;
        }
        const std::string start =
            game.tags.count("FEN") != 0 ? game.tags["FEN"] : "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        std::string fen = start;
        if (const auto moves = solver_.legal_moves(fen); !moves) {
            return place + ": the FEN is invalid: " + moves.message();
        }
        for (std::size_t index = 0; index < game.moves.size(); index++) {
            if (const std::string fault = play(solver_, fen, game.moves[index]); !fault.empty()) {
                return place + ", move " + move_number(start, index) + " " + fault;
            }
        }
        const Flag flag = flag_of(game);
        if (!flag.fell) {
            std::cout << place << ": " << result << " as played, not lost on time\n";
            return {};
        }
        Side loser = flag.named.value_or(to_move(fen));
        if (result == "1-0" || result == "0-1") {
            loser = result == "1-0" ? Side::black : Side::white;
            if (flag.named && *flag.named != loser) {
                return place + ": the result is " + result + ", and the comment says that " + std::string(name(*flag.named)) + " lost on time";
            }
        }
        std::cout << place << ": " << result << " as played, " << name(loser) << " lost on time\n";
        return rule(place, fen, gamecert::opponent(loser));
    }

    bool unknown() const { return unknown_; }

private:
    std::string rule(const std::string &place, const std::string &fen, Side winner) {
        const auto ruling = solver_.ruling(fen, winner, options_.policy, options_.limits);
        if (!ruling) {
            return place + ": " + ruling.message();
        }
        std::cout << gamecert::name(options_.policy) << ": ";
        const std::string_view points[] = {"1-0", "0-1"};
        switch (*ruling) {
        case gamecert::Ruling::win: std::cout << "win, " << points[static_cast<int>(winner)] << "\n"; break;
        case gamecert::Ruling::draw: std::cout << "draw, 1/2-1/2\n"; break;
        case gamecert::Ruling::unknown:
            std::cout << "unknown within " << options_.limits.nodes << " positions\n";
            unknown_ = true;
            break;
        case gamecert::Ruling::over: {
            // Nobody can move: it is a mate by the side whose flag fell, or stalemate.
            const Side flagged = gamecert::opponent(winner);
            const auto mate = solver_.decide(fen, flagged, options_.limits);
            const bool mated = mate && mate->verdict == gamecert::Verdict::winnable;
            std::cout << "over before the flag fell, " << (mated ? points[static_cast<int>(flagged)] : "1/2-1/2") << "\n";
            break;
        }
        }
        return explain(place, fen, winner);
    }

    std::string explain(const std::string &place, const std::string &fen, Side winner) {
        const auto answer = solver_.decide(fen, winner, options_.limits);
        if (!answer) {
            return place + ": " + answer.message();
        }
        switch (answer->verdict) {
        case gamecert::Verdict::winnable: {
            const auto line = solver_.line();
            std::cout << name(winner) << (line && line->empty() ? " has mated" : " can mate: " + (line ? *line : line.message())) << "\n";
            break;
        }
        case gamecert::Verdict::unwinnable: std::cout << name(winner) << " cannot mate: " << reason(answer->evidence) << "\n"; break;
        case gamecert::Verdict::unknown:
            std::cout << "whether " << name(winner) << " can mate is unknown within " << options_.limits.nodes << " positions\n";
            break;
        }
        return options_.certificate.empty() ? std::string() : write_certificate(place);
    }

    std::string write_certificate(const std::string &place) {
        const auto bytes = solver_.certificate();
        if (!bytes) {
            return place + ": " + bytes.message();
        }
        if (bytes->empty()) {
            return place + ": the answer is unknown, so there is no certificate";
        }
        std::ofstream file(options_.certificate, std::ios::binary);
        file.write(reinterpret_cast<const char *>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
        file.close();
        return file ? std::string() : options_.certificate + " cannot be written";
    }

    const Options &options_;
    gamecert::Solver solver_;
    bool unknown_ = false;
};

// Reads the command line. Returns a sentence if it cannot be understood.
std::string read_options(int count, char **arguments, Options &options) {
    for (int index = 1; index < count; index++) {
        const std::string_view argument = arguments[index];
        if (argument == "--policy" || argument == "--nodes" || argument == "--certificate") {
            if (index + 1 == count) {
                return std::string(argument) + " needs a value";
            }
            const std::string value = arguments[++index];
            if (argument == "--certificate") {
                options.certificate = value;
            } else if (argument == "--policy") {
                const auto policy = gamecert::policy_named(value);
                if (!policy) {
                    return "\"" + value + "\" is no policy: fide-timeout, fide-dead, uscf, lichess-2025, lichess-2026 or chesscom";
                }
                options.policy = *policy;
            } else {
                const char *end = value.data() + value.size();
                const auto [rest, error] = std::from_chars(value.data(), end, options.limits.nodes);
                if (error != std::errc() || rest != end || options.limits.nodes == 0) {
                    return "\"" + value + "\" is no number of positions";
                }
            }
        } else if (argument.size() > 1 && argument[0] == '-') {
            return "there is no option " + std::string(argument);
        } else if (!options.games.empty()) {
            return "there is more than one file";
        } else {
            options.games = argument;
        }
    }
    return {};
}

int fail(const std::string &sentence) {
    std::cout.flush();
    std::cerr << "judge: " << sentence << "\n";
    return 2;
}

}  // namespace

int main(int count, char **arguments) {
    Options options;
    if (const std::string fault = read_options(count, arguments, options); !fault.empty()) {
        return fail(fault);
    }
    std::string text;
    if (options.games.empty() || options.games == "-") {
        text.assign(std::istreambuf_iterator<char>(std::cin), {});
    } else {
        std::ifstream file(options.games, std::ios::binary);
        if (!file) {
            return fail(options.games + " cannot be read");
        }
        text.assign(std::istreambuf_iterator<char>(file), {});
    }
    std::vector<Game> games;
    const std::string rest = Reader(std::move(text)).read(games);
    if (games.empty() && rest.empty()) {
        return fail("there is no game");
    }
    if (!options.certificate.empty() && games.size() > 1) {
        return fail("--certificate takes a file with one game, and there are " + std::to_string(games.size()));
    }
    int status = 0;
    Judge judge(options);
    // If the rest of the file cannot be read, the last game is incomplete.
    for (std::size_t index = 0; index + (rest.empty() ? 0 : 1) < games.size(); index++) {
        if (const std::string fault = judge.judge(index + 1, games[index]); !fault.empty()) {
            status = fail(fault);
        }
    }
    if (!rest.empty()) {
        status = fail(rest);
    }
    return status == 0 && judge.unknown() ? 1 : status;
}
