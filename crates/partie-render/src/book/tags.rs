//! The structure of a book for screen readers: headings, paragraphs, and diagrams with the position
//! in words.

use std::{collections::HashMap, num::NonZeroU16};

use krilla::{
    geom::Rect,
    tagging::{BBox, Identifier, Node, Tag, TagGroup, TagTree},
};

use super::flow::{Block, Role};
use crate::Scene;

/// Structure tags of the blocks, collected while pages are painted.
#[derive(Debug, Default)]
pub(super) struct StructureTags {
    /// The blocks in the order in which they begin.
    blocks: Vec<Tagged>,
    /// Index of a block among the tags, by the part of the book and its number there.
    places: HashMap<(StructurePart, Block), usize>,
}

/// A part of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum StructurePart {
    Front,
    Games,
}

#[derive(Debug)]
struct Tagged {
    role: Role,
    /// Its visible content on the pages.
    content: Vec<Identifier>,
    /// The area that leads from it to another page.
    link: Option<Identifier>,
    /// The title and description of a picture, and where it stands.
    picture: Option<(String, BBox)>,
}

impl StructureTags {
    fn block(&mut self, part: StructurePart, block: Block) -> &mut Tagged {
        let place = *self.places.entry((part, block)).or_insert_with(|| {
            let role = block.role;
            self.blocks.push(Tagged { role, content: Vec::new(), link: None, picture: None });
            self.blocks.len() - 1
        });
        &mut self.blocks[place]
    }

    /// Records that part of a block was painted.
    pub(super) fn content(&mut self, part: StructurePart, block: Block, content: Identifier) {
        self.block(part, block).content.push(content);
    }

    /// An area over a block leads to another page.
    pub(super) fn link(&mut self, part: StructurePart, block: Block, link: Identifier) {
        self.block(part, block).link = Some(link);
    }

    /// A block is a picture.
    pub(super) fn picture(
        &mut self,
        part: StructurePart,
        block: Block,
        scene: &Scene,
        page: usize,
        area: Rect,
    ) {
        let words = format!("{}. {}", scene.title(), scene.description());
        self.block(part, block).picture = Some((words, BBox::new(page, area)));
    }

    /// The whole structure. The heads of games are below a title, if there is one.
    pub(super) fn tree(self) -> TagTree {
        let titled = self.blocks.iter().any(|block| block.role == Role::Title);
        let level = if titled { 2 } else { 1 };
        let parted = self.blocks.iter().any(|block| block.role == Role::Section);
        let mut tree = TagTree::new();
        let mut contents = TagGroup::new(Tag::TOC);
        let mut has_contents = false;
        for Tagged { role, content, link, picture } in self.blocks {
            let mut nodes: Vec<Node> = content.into_iter().map(Node::from).collect();
            if has_contents && role != Role::ContentsEntry {
                tree.push(std::mem::replace(&mut contents, TagGroup::new(Tag::TOC)));
                has_contents = false;
            }
            match role {
                Role::ContentsEntry => {
                    nodes.extend(link.map(Node::from));
                    let link = TagGroup::with_children(Tag::Link, nodes);
                    contents.push(TagGroup::with_children(Tag::TOCI, vec![link.into()]));
                    has_contents = true;
                }
                Role::Title => tree.push(heading(1, nodes)),
                Role::Section => tree.push(heading(level, nodes)),
                Role::Head => tree.push(heading(level + u16::from(parted), nodes)),
                Role::Text => tree.push(TagGroup::with_children(Tag::P, nodes)),
                Role::Picture => {
                    let (words, area) = picture.unzip();
                    let figure = Tag::Figure(words).with_bbox(area);
                    tree.push(TagGroup::with_children(figure, nodes));
                }
            }
        }
        tree
    }
}

fn heading(level: u16, nodes: Vec<Node>) -> TagGroup {
    let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    TagGroup::with_children(Tag::Hn(level, None), nodes)
}
