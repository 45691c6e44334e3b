//! Several libraries that are asked as one.

use std::{
    collections::BinaryHeap,
    ops::ControlFlow,
    path::{Component, Path, PathBuf},
    slice,
};

use super::{GameSummary, Library, LibraryError, Problem, Result, StoredGame, segment::Segment};
use crate::query::{Query, SortKey, add_place};

/// Number of bits in which the number of a game of one library fits.
const NUMBER_BITS: u32 = 48;

/// Libraries that are asked as one with the games of all, in their order.
///
/// The games of all have numbers in this order, which [`library_of`](Libraries::library_of) takes
/// apart; those of the first library are its own.
#[derive(Clone, Copy, Debug)]
pub struct Libraries<'a>(&'a [Library]);

impl Library {
    /// Returns the name of its folder as it was given, without `.` and a slash at the end.
    #[must_use]
    pub fn name(&self) -> String {
        let parts = self.folder.components().filter(|part| *part != Component::CurDir);
        let name: PathBuf = parts.collect();
        if name.as_os_str().is_empty() { &self.folder } else { &name }.display().to_string()
    }
}

impl<'a> From<&'a Library> for Libraries<'a> {
    fn from(library: &'a Library) -> Libraries<'a> {
        Libraries(slice::from_ref(library))
    }
}

impl<'a> From<&'a [Library]> for Libraries<'a> {
    fn from(libraries: &'a [Library]) -> Libraries<'a> {
        Libraries(libraries)
    }
}

impl<'a> From<&'a Vec<Library>> for Libraries<'a> {
    fn from(libraries: &'a Vec<Library>) -> Libraries<'a> {
        Libraries(libraries)
    }
}

impl<'a> Libraries<'a> {
    /// Opens libraries, each as [`Library::open`] does.
    ///
    /// # Errors
    ///
    /// If one cannot be opened, or is given twice.
    pub fn open(folders: &[impl AsRef<Path>]) -> Result<Vec<Library>> {
        let mut libraries: Vec<Library> = Vec::new();
        for folder in folders.iter().map(AsRef::as_ref) {
            let library = Library::open(folder)?;
            if libraries.iter().any(|other| other.is_not_in(folder).is_err()) {
                return Err(LibraryError::Twice(folder.to_owned()));
            }
            libraries.push(library);
        }
        Ok(libraries)
    }

    /// Returns the library of a game and its number there, given its number among the games of
    /// all.
    #[must_use]
    pub fn library_of(self, number: u64) -> Option<(&'a Library, u64)> {
        let library = self.0.get(usize::try_from(number >> NUMBER_BITS).ok()?)?;
        Some((library, number & ((1 << NUMBER_BITS) - 1)))
    }

    /// Returns the [name](Library::name) of a game's library, if there are several.
    #[must_use]
    pub fn library_name(self, number: u64) -> Option<String> {
        let library = self.library_of(number).filter(|_| self.0.len() > 1);
        library.map(|(library, _)| library.name())
    }

    /// Returns the words that name a game: its number, and before it the library if there are
    /// several, as in `mine:123`.
    #[must_use]
    pub fn game_name(self, number: u64) -> String {
        let own = self.library_of(number).map_or(number, |(_, own)| own);
        self.library_name(number).map_or_else(|| own.to_string(), |name| format!("{name}:{own}"))
    }

    /// Returns the path of a file with a problem, from the library's folder on if there is only
    /// one.
    #[must_use]
    pub fn file(self, problem: &Problem) -> &Path {
        match self.0 {
            [one] => one.file(problem),
            _ => &problem.path,
        }
    }

    /// Calls a function with each game that matches a query and its number, until the function
    /// breaks. Unreadable games are skipped, as [`Library::find_readable`] does.
    ///
    /// # Errors
    ///
    /// Returns the function's error.
    pub fn find_readable<E>(
        self,
        query: &Query,
        mut each: impl FnMut(u64, &StoredGame<'_>) -> std::result::Result<ControlFlow<()>, E>,
    ) -> std::result::Result<Vec<Problem>, E> {
        let mut problems = Vec::new();
        for (library, before) in self.numbered() {
            let mut flow = ControlFlow::Continue(());
            problems.extend(library.find_readable(query, |game| {
                flow = each(before + game.number, game)?;
                Ok(flow)
            })?);
            if flow.is_break() {
                break;
            }
        }
        Ok(problems)
    }

    /// Returns the numbers of the first `most` games that match a query, in an order, as
    /// [`Library::first_in_order`] does.
    ///
    /// # Errors
    ///
    /// If a game cannot be read and its file is not to blame.
    pub fn first_in_order(
        self,
        query: &Query,
        order: &[SortKey],
        most: usize,
    ) -> Result<(Vec<u64>, Vec<Problem>)> {
        // The first games so far, the last of them on top.
        let mut first: BinaryHeap<(Vec<u8>, u64)> = BinaryHeap::new();
        let mut place = Vec::new();
        let problems = self.find_readable(query, |number, game| {
            place.clear();
            game.read(|view| add_place(view, order, false, &mut place))?;
            if first.len() < most {
                first.push((place.clone(), number));
            } else if let Some(mut last) = first.peek_mut()
                && place < last.0
            {
                last.0.clone_from(&place);
                last.1 = number;
            }
            Ok::<_, LibraryError>(ControlFlow::Continue(()))
        })?;
        let sorted = first.into_sorted_vec().into_iter().map(|(_, number)| number);
        Ok((sorted.collect(), problems))
    }

    /// Calls a function with a game given by its number, as [`Library::with_game`] does.
    ///
    /// # Errors
    ///
    /// Returns the function's error, or fails if a file cannot be read or is damaged.
    pub fn with_game<T, E: From<LibraryError>>(
        self,
        number: u64,
        function: impl FnOnce(&StoredGame<'_>) -> std::result::Result<T, E>,
    ) -> std::result::Result<Option<T>, E> {
        self.library_of(number).map_or(Ok(None), |(library, own)| library.with_game(own, function))
    }

    /// Returns the names of a game's players, as [`Library::names`] does.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged.
    pub fn names(self, number: u64) -> Result<Option<[String; 2]>> {
        self.library_of(number).map_or(Ok(None), |(library, own)| library.names(own))
    }

    /// Returns the summary of a game, as [`Library::summary`] does.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is damaged.
    pub fn summary(self, number: u64) -> Result<Option<GameSummary>> {
        self.library_of(number).map_or(Ok(None), |(library, own)| library.summary(own))
    }

    /// Returns the segments of all, each with the difference between games' numbers and their own.
    pub(super) fn segments(self) -> impl Iterator<Item = (&'a Segment, u64)> {
        let of = |(library, before): (&'a Library, u64)| {
            library.segments().iter().map(move |segment| (segment, before))
        };
        self.numbered().flat_map(of)
    }

    /// Returns the libraries, each with the difference between its games' numbers and their own.
    fn numbered(self) -> impl Iterator<Item = (&'a Library, u64)> {
        self.0.iter().zip((0_u64..).map(|at| at << NUMBER_BITS))
    }
}
