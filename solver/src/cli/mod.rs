//! The command line of `solve`. No code outside `cli` and `bin/` prints or ends the process.

mod advise;
mod advise_scoring;
mod analyse;
mod bidding_chess;
mod bidding_game;
mod bracket;
mod certificate;
mod chips;
mod common;
mod drawing;
mod endings;
mod examples;
mod export;
mod export_tree;
mod files;
mod game;
mod help;
mod intervals;
mod link;
mod lookup;
mod losing_chess;
mod machine;
mod merge;
mod outcome;
mod played;
mod plot;
mod progress;
mod remembered;
mod resources;
mod safe;
mod scoring;
mod scoring_file;
#[cfg(feature = "serve")]
mod serve;
mod strategy;
mod supervised;
mod survey;
mod tables;
mod unwinnable;
mod walk;

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::control::NoThread;

/// Solves games exactly and writes certificates that `check` verifies.
#[derive(Parser, Debug)]
#[command(name = "solve", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Solve endings of chess in which players bid for each move
    BiddingChess(bidding_chess::BiddingChess),
    /// Solve any other game in which players bid money, one of yours too
    BiddingGame(bidding_game::BiddingGame),
    /// How many chips win a game in which players bid chips
    Chips(chips::ChipsCommand),
    /// Who makes how many points of a heap, if players bid for the right to take
    Scoring(scoring::ScoringCommand),
    /// Prove that a side wins losing chess (antichess) by force
    LosingChess(losing_chess::LosingChess),
    /// Prove that a side of losing chess cannot lose: draws, fallen flags
    Safe(safe::SafeCommand),
    /// Make a certificate of losing chess that cites others
    Link(link::LinkCommand),
    /// Which of your moves in losing chess kept or threw away a win
    Analyse(analyse::AnalyseCommand),
    /// Build endgame tables of losing chess, or list those that are stored
    Tables(tables::TablesCommand),
    /// Can this side still checkmate? Positions, games, fallen flags
    Unwinnable(unwinnable::Unwinnable),
    /// Combine the results of runs over parts of a file
    Merge(merge::Merge),
    /// What to bid and where to move, with chips or for points
    Advise(advise::AdviseCommand),
    /// What a certificate says of a position
    Lookup(lookup::LookupCommand),
    /// Write every position of a certificate as a table, or a tree of best moves
    Export(export::ExportCommand),
    /// Draw a certificate
    Plot(plot::PlotCommand),
    /// Walk through a proof of losing chess, or a folder of them
    Walk(walk::WalkCommand),
    /// Open the page in a browser, with this machine to verify and solve
    #[cfg(feature = "serve")]
    Serve(serve::ServeCommand),
    /// Ask one question of each kind, with its answer
    Examples(examples::Examples),
    /// Print completions for a shell
    Completions(help::Completions),
    /// Write man pages into a folder
    ManPages(help::ManPages),
}

/// Runs the command line. The exit status is 0 if the command has an answer, 1 if it finds no answer within the limits,
/// 2 on bad input, and 130 when interrupted.
#[must_use]
pub fn main() -> ExitCode {
    let solve = || help::with_groups(help::with_guides(Cli::command()));
    let cli = match solve().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(message) => {
            let printed = message.print().and_then(|()| io::stdout().flush());
            // A broken pipe is not an error.
            let failed = printed.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe);
            return ExitCode::from(if message.use_stderr() || failed { 2 } else { 0 });
        }
    };
    let run = || match cli.command {
        Command::BiddingChess(command) => command.run(),
        Command::BiddingGame(command) => command.run(),
        Command::Chips(command) => command.run(),
        Command::Scoring(command) => command.run(),
        Command::LosingChess(command) => command.run(),
        Command::Safe(command) => command.run(),
        Command::Link(command) => command.run(),
        Command::Analyse(command) => command.run(),
        Command::Tables(command) => command.run(),
        Command::Unwinnable(command) => command.run(),
        Command::Merge(command) => command.run(),
        Command::Advise(command) => command.run(),
        Command::Lookup(command) => command.run(),
        Command::Export(command) => command.run(),
        Command::Plot(command) => command.run(),
        Command::Walk(command) => command.run(),
        Command::Examples(command) => command.run(),
        #[cfg(feature = "serve")]
        Command::Serve(command) => command.run(),
        Command::Completions(command) => command.run(solve()),
        Command::ManPages(command) => command.run(solve()),
    };
    // If the system refuses to start a thread, the engines unwind with `NoThread`. Any other panic has already printed
    // its message.
    let result = panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panicked| match panicked.downcast::<NoThread>() {
        Ok(refused) => Err(resources::no_thread(&refused.0)),
        Err(panicked) => panic::resume_unwind(panicked),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
