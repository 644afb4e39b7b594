// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/module_parser.h"

#include "ptx/module/body_parser.h"
#include "ptx/module/declaration_parser.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

class ModuleParser {
 public:
  ModuleParser(StringRef text, ModuleText& module)
      : text_(text), all_(tokens(text)), at_(all_, 0), module_(module) {}

  std::optional<Complaint> run() {
    header();
    while (good() && !at_.at_end()) directive();
    return complaint_ ? complaint_ : at_.complaint();
  }

 private:
  bool good() const { return !complaint_ && at_.good(); }

  // .version 8.7  .target sm_90{, options}  .address_size 64
  void header() {
    if (!at_.accept_word(".version")) return at_.fail("expected '.version'");
    const auto [major, minor] = at_.token().text.split('.');
    if (major.getAsInteger(10, module_.version_major) ||
        minor.getAsInteger(10, module_.version_minor)) {
      return at_.fail("expected the version of the PTX ISA");
    }
    at_.skip();
    if (!at_.accept_word(".target")) return at_.fail("expected '.target'");
    do {
      const auto word = at_.word("an architecture");
      if (word.starts_with("sm_")) module_.target = word.str();
    } while (at_.accept(','));
    if (good() && module_.target.empty()) at_.fail("expected an architecture sm_XX");
    if (!at_.accept_word(".address_size")) return;
    if (at_.token().text != "64") at_.fail("only '.address_size 64' is supported,");
    at_.skip();
  }

  void directive() {
    if (at_.accept(';')) return;
    const StringRef word = at_.token().text;
    if (at_.token().kind != Token::Kind::kWord) return at_.fail("expected a directive");
    if (word == ".file") return file();
    if (word == ".section") return section();
    if (word == ".pragma") return skip_statement();
    if (word == ".alias") return at_.fail("'.alias' is not supported,");
    Variable variable;
    bool is_common = false;
    while (at_.token().kind == Token::Kind::kWord) {
      if (at_.accept_word(".visible")) {
        variable.is_visible = true;
      } else if (at_.accept_word(".weak")) {
        variable.is_visible = variable.is_weak = true;
      } else if (at_.accept_word(".extern")) {
        variable.is_external = true;
      } else if (at_.accept_word(".common")) {
        variable.is_visible = is_common = true;
      } else {
        break;
      }
    }
    if (at_.is_word(".entry") || at_.is_word(".func")) return function(variable);
    const auto space = space_of(at_.token().text);
    if (!space || *space == Space::kRegister || *space == Space::kParameter) {
      return at_.fail("expected a directive");
    }
    at_.skip();
    do {
      Variable made = parse_variable(at_, *space);
      made.is_visible = variable.is_visible;
      made.is_weak = variable.is_weak || is_common;
      made.is_external = variable.is_external;
      module_.variables.push_back(std::move(made));
    } while (good() && at_.accept(','));
    at_.expect(';');
  }

  // .file 1 "name"{, time, size}
  void file() {
    at_.skip();
    const auto number = at_.number("the number of a file");
    if (at_.token().kind != Token::Kind::kString) return at_.fail("expected the name of a file");
    module_.files[static_cast<unsigned>(number)] = at_.token().text.str();
    at_.skip();
    while (at_.accept(',')) at_.number("a number");
  }

  // Debug information, which is not read: the lines come from .loc.
  void section() {
    at_.skip();
    at_.word("the name of a section");
    at_.expect('{');
    while (good() && !at_.at_end() && !at_.accept('}')) at_.skip();
  }

  void skip_statement() {
    while (!at_.at_end() && !at_.token().is(';')) at_.skip();
    at_.expect(';');
  }

  // .entry name (parameters) directives { }   .func (result) name (parameters) directives { } | ;
  void function(const Variable& linkage) {
    FunctionText made;
    made.at = at_.token().at;
    made.is_kernel = at_.is_word(".entry");
    at_.skip();
    made.is_visible = linkage.is_visible;
    made.is_weak = linkage.is_weak;
    made.is_external = linkage.is_external;
    if (!made.is_kernel && at_.token().is('(')) made.signature.results = parse_parameters(at_);
    made.name = at_.word("the name of a function").str();
    if (at_.token().is('(')) made.signature.parameters = parse_parameters(at_);
    if (made.signature.results.size() > 1) at_.fail("more than one result is not supported,");
    while (good() && at_.token().kind == Token::Kind::kWord) property(made);
    if (!good()) return;
    if (at_.accept('{')) {
      made.is_defined = true;
      BodyParser body(text_, all_, at_.next(), made.signature);
      complaint_ = body.parse(made.body);
      if (complaint_) return;
      at_ = Cursor(all_, body.next());
    } else {
      at_.expect(';');
    }
    module_.functions.push_back(std::move(made));
  }

  void up_to_three(unsigned* numbers) {
    unsigned count = 0;
    do {
      if (count == 3) return at_.fail("more than three numbers");
      numbers[count++] = static_cast<unsigned>(at_.number("a number"));
    } while (good() && at_.accept(','));
    while (count < 3) numbers[count++] = 1;
  }

  void property(FunctionText& made) {
    if (at_.accept_word(".maxntid") || at_.accept_word(".reqntid")) {
      up_to_three(made.most_threads.data());
    } else if (at_.accept_word(".minnctapersm") || at_.accept_word(".maxnctapersm")) {
      made.least_blocks = static_cast<unsigned>(at_.number("a number"));
    } else if (at_.accept_word(".maxnreg") || at_.accept_word(".maxclusterrank") ||
               at_.accept_word(".abi_preserve") || at_.accept_word(".abi_preserve_control")) {
      at_.number("a number");
    } else if (at_.accept_word(".reqnctapercluster")) {
      up_to_three(made.cluster.data());
    } else if (at_.accept_word(".explicitcluster")) {
      made.is_clustered = true;
    } else if (at_.accept_word(".noreturn")) {
    } else if (at_.is_word(".pragma")) {
      skip_statement();
    } else {
      at_.fail("unknown directive of a function");
    }
  }

  StringRef text_;
  std::vector<Token> all_;
  Cursor at_;
  ModuleText& module_;
  std::optional<Complaint> complaint_;
};

}  // namespace

std::optional<Complaint> parse_module(StringRef text, ModuleText& module) {
  return ModuleParser(text, module).run();
}

}  // namespace heddle::ptx
